/** `dragoman toolsets accept`: updates tools of a toolset to the versions that their vendors offer. */
import type { Command } from '../command/command.js';
import { printToolset } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Updates tools of a toolset. */
export const toolsetsAccept: Command = {
  name: 'toolsets accept',
  summary: 'Update tools of a toolset to the versions that their vendors offer',
  arguments: [
    { name: 'id', required: true, multiple: false, description: 'Id of the toolset' },
    {
      name: 'tool',
      required: false,
      multiple: true,
      description: 'Names of tools in the set (default: all that you did not decide to keep)',
    },
  ],
  options: [],
  examples: [{ line: 'dragoman toolsets accept harbour-desk', explanation: 'Update all tools' }],
  async run(context) {
    const { args, print, runtime } = context;
    const { signal } = runtime;
    const [id = '', ...tools] = args;
    const decision = { accept: tools.length === 0 ? ('all' as const) : tools };
    const { toolsets } = connect(context);
    const { toolset } = await toolsets.decide(id, decision, { signal });
    if (print.json) print.value(toolset);
    else printToolset(print, toolset);
    if (decision.accept !== 'all') return 0;
    const left = await toolsets.updates(id, { signal, stayed: true });
    const stayed = new Set(left.flatMap(({ to, name, stayed: here }) => (here && to !== undefined ? [name] : [])));
    if (stayed.size > 0) print.note(line`You decided to keep ${[...stayed].join(', ')}; name a tool to update it.`);
    return 0;
  },
};
