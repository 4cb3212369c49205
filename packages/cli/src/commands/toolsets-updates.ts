/** `dragoman toolsets updates`: shows what vendors changed since the tools were added. */
import type { Command } from '../command/command.js';
import { printUpdates } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows what vendors changed. */
export const toolsetsUpdates: Command = {
  name: 'toolsets updates',
  summary: 'Show what vendors changed; exit code 1 when a decision is pending',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the toolset' }],
  options: [{ name: 'all', description: 'Show updates that you decided not to apply too' }],
  examples: [{ line: 'dragoman toolsets updates harbour-desk', explanation: 'New versions with their differences' }],
  async run(context) {
    const { args, print, options, runtime } = context;
    const { signal } = runtime;
    const updates = await connect(context).toolsets.updates(args[0] ?? '', { signal, stayed: options.flag('all') });
    if (print.json) print.value(updates);
    else printUpdates(print, updates);
    if (updates.length === 0) print.note(line`No updates.`);
    return updates.some(({ stayed }) => !stayed) ? 1 : 0;
  },
};
