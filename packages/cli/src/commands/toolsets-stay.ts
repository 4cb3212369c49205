/** `dragoman toolsets stay`: the designer's word on what vendors changed. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { printToolset } from '../output/toolset-table.js';

/** Stay with the versions that a toolset has, until the next ones. */
export const toolsetsStay: Command = {
  name: 'toolsets stay',
  summary: 'Stay with the versions that a toolset has, until the next ones',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    { name: 'tool', required: false, multiple: true, description: 'Names of tools in the set (all unless given)' },
  ],
  options: [],
  examples: [{ line: 'dragoman toolsets stay harbour-desk', explanation: 'Stay with everything' }],
  async run(context) {
    const { args, print, surroundings } = context;
    const [id = '', ...tools] = args;
    const decision = { stay: tools.length === 0 ? ('all' as const) : tools };
    const { toolset } = await connect(context).toolsets.decide(id, decision, { signal: surroundings.signal });
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    return 0;
  },
};
