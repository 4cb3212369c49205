/** `dragoman toolsets add`: adds a tool to a toolset. */
import type { ToolsetChoice } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printToolset } from '../output/toolset-table.js';
import { editToolset } from '../registry/edit-toolset.js';
import { readPin } from './toolsets-pin.js';

/** Adds a tool. */
export const toolsetsAdd: Command = {
  name: 'toolsets add',
  summary: 'Add a tool to a toolset',
  details:
    'Pins the current version unless another version, or "latest", is given. If another tool of the set has the same name, ' +
    'the tool is rejected and a name is proposed; --resolve accepts the proposal.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'service', required: true, multiple: false, description: 'Id of the service' },
    { name: 'tool', required: true, multiple: false, description: 'Id or name of the tool' },
  ],
  options: [
    { name: 'as', value: 'name', description: 'Name that models see' },
    { name: 'pin', value: 'version', description: 'Version to pin, or latest' },
    { name: 'describe', value: 'text', description: "Description that replaces the vendor's" },
    { name: 'input', value: 'name=text', multiple: true, description: 'Description of an input' },
    { name: 'resolve', description: 'Resolve name conflicts with the proposed names' },
  ],
  examples: [
    {
      line: 'dragoman toolsets add harbour-desk pier-weather-001 invoke --as forecast_pier',
      explanation: 'A tool under another name',
    },
    {
      line: 'dragoman toolsets add harbour-desk linden check_status --input "parcel=Number on the label, without spaces."',
      explanation: 'With your own description of an input',
    },
  ],
  async run(context) {
    const { args, print, options } = context;
    const choice = readChoice(context);
    const more = options.flag('resolve') ? { resolve_names: true } : {};
    const { toolset } = await editToolset(context, args[0] ?? '', (choices) => [...choices, choice], more);
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};

function readChoice({ args, options }: CommandContext): ToolsetChoice {
  const [name, pin, description] = [options.text('as'), options.text('pin'), options.text('describe')];
  const inputs = readInputTexts(options.texts('input'));
  return {
    agent_id: args[1] ?? '',
    tool: args[2] ?? '',
    ...(name === undefined ? {} : { name }),
    ...(pin === undefined ? {} : { version: readPin(pin) }),
    ...(description === undefined ? {} : { description }),
    ...(inputs.length === 0 ? {} : { inputs: Object.fromEntries(inputs) }),
  };
}

/** The descriptions that `--input` gives, by the names of the inputs. */
export function readInputTexts(texts: readonly string[]): [name: string, text: string][] {
  return texts.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--input takes name=text, not "${text}"`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
}
