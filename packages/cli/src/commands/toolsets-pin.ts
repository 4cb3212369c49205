/** `dragoman toolsets pin`: pins a tool of a toolset to a version, or makes it follow its vendor. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printToolset } from '../output/toolset-table.js';
import { editTool, editToolset } from '../registry/edit-toolset.js';

/** Pins a tool. */
export const toolsetsPin: Command = {
  name: 'toolsets pin',
  summary: "Pin a tool of a toolset to a version, or follow the vendor's versions",
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'tool', required: true, multiple: false, description: 'Name of the tool in the set' },
    { name: 'version', required: true, multiple: false, description: 'Version number, or latest' },
  ],
  options: [],
  examples: [{ line: 'dragoman toolsets pin harbour-desk forecast_pier 2', explanation: 'Pin version 2' }],
  async run(context) {
    const { args, print } = context;
    const [id = '', tool = '', word = ''] = args;
    const version = readPin(word);
    const { toolset } = await editToolset(
      context,
      id,
      editTool(tool, (choice) => ({ ...choice, version })),
    );
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};

/** A version number, or `latest`. */
export function readPin(word: string): number | 'latest' {
  if (word === 'latest') return word;
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word);
  throw new UsageError(`a version is a whole number from 1, or latest, not "${word}"`);
}
