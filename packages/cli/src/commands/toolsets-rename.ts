/** `dragoman toolsets rename`: renames or describes a tool of a toolset. */
import type { ToolsetChoice } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printToolset } from '../output/toolset-table.js';
import { editTool, editToolset } from '../registry/edit-toolset.js';

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
    { name: 'describe', value: 'text', description: 'Description instead of that of the vendor' },
    { name: 'restore', description: 'Restore the description of the vendor' },
  ],
  examples: [
    { line: 'dragoman toolsets rename harbour-desk invoke forecast_pier', explanation: 'Another name' },
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
  if (name === undefined && description === undefined && !restore) {
    throw new UsageError('give a new name, --describe or --restore');
  }
  const { description: _, inputs: _inputs, ...bare } = choice;
  return {
    ...(restore ? bare : choice),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
}
