/** `dragoman toolsets back`: restores an earlier version of a toolset, even if it was deleted. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printToolset } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';
import { readPin } from './toolsets-pin.js';

/** Restores a version of a toolset. */
export const toolsetsBack: Command = {
  name: 'toolsets back',
  summary: 'Restore an earlier version of a toolset, even if it was deleted',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'version', required: true, multiple: false, description: 'Number from "dragoman toolsets history"' },
  ],
  options: [],
  examples: [{ line: 'dragoman toolsets back harbour-desk 3', explanation: 'Restore version 3' }],
  async run(context) {
    const { args, print, runtime } = context;
    const version = readPin(args[1] ?? '');
    if (version === 'latest') throw new UsageError('<version> takes a number');
    const { toolset } = await connect(context).toolsets.rollBack(args[0] ?? '', version, {
      signal: runtime.signal,
    });
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
