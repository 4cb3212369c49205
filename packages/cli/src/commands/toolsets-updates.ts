/** `dragoman toolsets updates`: shows what vendors changed since the tools were added. */
import type { ToolsetWithUpdates } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command/command.js';
import { printUpdates } from '../output/toolset-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows what vendors changed. */
export const toolsetsUpdates: Command = {
  name: 'toolsets updates',
  summary: 'Show what vendors changed; exit code 1 when a decision is pending',
  details:
    'Shows for each change its class (breaking, meaning, compatible, description), the differences, and the lines of ' +
    'procedures and the teams that depend on the tool.',
  arguments: [
    { name: 'id', required: false, multiple: false, description: 'Id of the toolset (default: all of your toolsets)' },
  ],
  options: [{ name: 'all', description: 'Also show updates that you decided not to apply; needs an id' }],
  examples: [
    { line: 'dragoman toolsets updates', explanation: 'All of your toolsets' },
    { line: 'dragoman toolsets updates harbour-desk', explanation: 'New versions with their differences' },
  ],
  async run(context) {
    const { args, print, options, runtime } = context;
    const { signal } = runtime;
    const [id] = args;
    if (id === undefined) return showAll(context, await connect(context).toolsets.allUpdates({ signal }));
    const updates = await connect(context).toolsets.updates(id, { signal, stayed: options.flag('all') });
    if (print.json) print.value(updates);
    else printUpdates(print, updates);
    if (updates.length === 0) print.note(line`No updates.`);
    return updates.some(({ stayed }) => !stayed) ? 1 : 0;
  },
};

function showAll({ print }: CommandContext, toolsets: readonly ToolsetWithUpdates[]): 0 | 1 {
  if (print.json) print.value(toolsets);
  else {
    for (const { id, name, version, updates } of toolsets) {
      print.out(line`${print.color.name(id)}  ${name}  version ${version}`);
      printUpdates(print, updates);
    }
  }
  if (toolsets.length === 0) print.note(line`No updates.`);
  return toolsets.length === 0 ? 0 : 1;
}
