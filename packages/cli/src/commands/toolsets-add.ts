/** `dragoman toolsets add`: chooses a tool for a toolset. */
import type { ToolsetChoice } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { editToolset } from '../edit-toolset.js';
import { printToolset } from '../output/toolset-table.js';
import { readPin } from './toolsets-pin.js';

/** Chooses a tool. */
export const toolsetsAdd: Command = {
  name: 'toolsets add',
  summary: 'Choose a tool for a toolset',
  details:
    'The current version is pinned unless another one, or "latest", is named. A name that another tool of the set has ' +
    'is refused with a proposal; --resolve takes the proposal.',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'agent', required: true, multiple: false, description: 'Id of the agent' },
    { name: 'tool', required: true, multiple: false, description: 'Id or name of the tool' },
  ],
  options: [
    { name: 'as', value: 'name', description: 'Name toward models' },
    { name: 'pin', value: 'version', description: 'Version to pin, or latest' },
    { name: 'describe', value: 'text', description: 'Your words instead of the vendor’s' },
    { name: 'input', value: 'name=text', multiple: true, description: 'Your words on an input' },
    { name: 'resolve', description: 'Settle names that clash as proposed' },
  ],
  examples: [
    {
      line: 'dragoman toolsets add harbour-desk pier-weather-001 invoke --as forecast_pier',
      explanation: 'A tool under a name of its own',
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
  const inputs = options.texts('input').map((text): [string, string] => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--input takes name=text, not "${text}"`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return {
    agent_id: args[1] ?? '',
    tool: args[2] ?? '',
    ...(name === undefined ? {} : { name }),
    ...(pin === undefined ? {} : { version: readPin(pin) }),
    ...(description === undefined ? {} : { description }),
    ...(inputs.length === 0 ? {} : { inputs: Object.fromEntries(inputs) }),
  };
}
