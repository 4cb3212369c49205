/** `dragoman toolsets back`: brings a toolset back to what it was at a version, deleted or not. */
import type { Command } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { printToolset } from '../output/toolset-table.js';
import { readPin } from './toolsets-pin.js';

/** Rolls a toolset back. */
export const toolsetsBack: Command = {
  name: 'toolsets back',
  summary: 'Bring a toolset back to what it was at a version, deleted or not',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'version', required: true, multiple: false, description: 'Number from "dragoman toolsets history"' },
  ],
  options: [],
  examples: [{ line: 'dragoman toolsets back harbour-desk 3', explanation: 'What it was at version 3' }],
  async run(context) {
    const { args, print, surroundings } = context;
    const version = readPin(args[1] ?? '');
    if (version === 'latest') throw new UsageError('name the number of a version');
    const { toolset } = await connect(context).toolsets.rollBack(args[0] ?? '', version, {
      signal: surroundings.signal,
    });
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
