/** `dragoman toolsets rename`: renames or describes a tool of a toolset. */
import type { ToolsetChoice } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printToolset } from '../output/toolset-table.js';
import { editTool, editToolset } from '../registry/edit-toolset.js';
import { readInputTexts } from './toolsets-add.js';

/** Renames and describes a tool. */
export const toolsetsRename: Command = {
  name: 'toolsets rename',
  summary: 'Give a tool of a toolset another name or description',
  details: 'Clients that know the tool by its old name can still call it. The description of the vendor is kept.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'tool', required: true, multiple: false, description: 'Name of the tool in the set' },
    { name: 'name', required: false, multiple: false, description: 'New name that models see' },
  ],
  options: [
    { name: 'describe', value: 'text', description: "Description that replaces the vendor's" },
    {
      name: 'input',
      value: 'name=text',
      multiple: true,
      description: 'Description of an input; without a text, that of the vendor',
    },
    { name: 'restore', description: 'Restore the descriptions of the vendor' },
  ],
  examples: [
    { line: 'dragoman toolsets rename harbour-desk invoke forecast_pier', explanation: 'Another name' },
    {
      line: 'dragoman toolsets rename harbour-desk forecast_pier --input "day=Date in UTC, such as 2025-03-01."',
      explanation: 'Your own description of an input',
    },
    { line: 'dragoman toolsets rename harbour-desk forecast_pier --restore', explanation: 'Restore the description' },
  ],
  async run(context) {
    const { args, print } = context;
    const [id = '', tool = ''] = args;
    const { toolset } = await editToolset(
      context,
      id,
      editTool(tool, (choice) => reword(context, choice)),
    );
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};

function reword({ args, options }: CommandContext, choice: ToolsetChoice): ToolsetChoice {
  const [, , name] = args;
  const description = options.text('describe');
  const restore = options.flag('restore');
  const given = readInputTexts(options.texts('input'));
  if (name === undefined && description === undefined && given.length === 0 && !restore) {
    throw new UsageError('give a new name, --describe, --input or --restore');
  }
  const { description: known, inputs: texts = {}, ...bare } = choice;
  const kept = restore ? {} : { ...(known === undefined ? {} : { description: known }) };
  const inputs = Object.entries({ ...(restore ? {} : texts), ...Object.fromEntries(given) }).filter(
    ([, text]) => text !== '',
  );
  return {
    ...bare,
    ...kept,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(inputs.length === 0 ? {} : { inputs: Object.fromEntries(inputs) }),
  };
}
