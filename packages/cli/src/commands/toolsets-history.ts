/** `dragoman toolsets history`: shows the versions of a toolset. */
import type { ToolsetVersion } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { printHistory } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';

/** Shows the versions of a toolset. */
export const toolsetsHistory: Command = {
  name: 'toolsets history',
  summary: 'Show the versions of a toolset and what changed in each',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the toolset' }],
  options: [],
  examples: [{ line: 'dragoman toolsets history harbour-desk', explanation: 'Newest first' }],
  async run(context) {
    const { args, print, runtime } = context;
    const versions: ToolsetVersion[] = [];
    const walk = connect(context).toolsets.versions(args[0] ?? '', { signal: runtime.signal });
    for await (const version of walk) versions.push(version);
    if (print.json) print.value(versions);
    else printHistory(print, versions);
    return 0;
  },
};
