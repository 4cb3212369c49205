/** `dragoman toolsets stay`: keeps the current versions of tools although their vendors offer others. */
import type { Command } from '../command/command.js';
import { printToolset } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';

/** Keeps the current versions. */
export const toolsetsStay: Command = {
  name: 'toolsets stay',
  summary: 'Keep the current tool versions of a toolset until the next change',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'tool', required: false, multiple: true, description: 'Names of tools in the set (default: all)' },
  ],
  options: [],
  examples: [{ line: 'dragoman toolsets stay harbour-desk', explanation: 'Keep all tools' }],
  async run(context) {
    const { args, print, runtime } = context;
    const [id = '', ...tools] = args;
    const decision = { stay: tools.length === 0 ? ('all' as const) : tools };
    const { toolset } = await connect(context).toolsets.decide(id, decision, { signal: runtime.signal });
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
