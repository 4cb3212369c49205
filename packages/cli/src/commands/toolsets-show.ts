/** `dragoman toolsets show`: shows a toolset with its tools. */
import type { Command } from '../command/command.js';
import { printToolset } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';

/** Shows one toolset. */
export const toolsetsShow: Command = {
  name: 'toolsets show',
  summary: 'Show a toolset: tools, versions, and both descriptions of each tool',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the toolset' }],
  options: [],
  examples: [{ line: 'dragoman toolsets show harbour-desk', explanation: 'One toolset' }],
  async run(context) {
    const { args, print, runtime } = context;
    const { toolset } = await connect(context).toolsets.read(args[0] ?? '', { signal: runtime.signal });
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
