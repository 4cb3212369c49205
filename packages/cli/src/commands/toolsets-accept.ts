/** `dragoman toolsets accept`: the designer's word on what vendors changed. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { printToolset } from '../output/toolset-table.js';

/** Move tools of a toolset to what their vendors offer now. */
export const toolsetsAccept: Command = {
  name: 'toolsets accept',
  summary: 'Move tools of a toolset to what their vendors offer now',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'tool', required: false, multiple: true, description: 'Names of tools in the set (all unless given)' },
  ],
  options: [],
  examples: [{ line: 'dragoman toolsets accept harbour-desk', explanation: 'Move everything' }],
  async run(context) {
    const { args, print, surroundings } = context;
    const [id = '', ...tools] = args;
    const decision = { accept: tools.length === 0 ? ('all' as const) : tools };
    const { toolset } = await connect(context).toolsets.decide(id, decision, { signal: surroundings.signal });
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
