/** `dragoman inbox`: lists what needs a decision, and the command that decides it. */
import type { InboxItem } from '@dragoman/sdk';
import { inboxCommand } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists what needs a decision. */
export const inbox: Command = {
  name: 'inbox',
  summary: 'List everything that waits for your decision',
  details:
    'Calls that wait for your approval, held source changes, failing sources, MCP servers that do not stay up, ' +
    'vendor changes of your toolsets, procedures that became ' +
    'invalid, missing credentials, held look-alikes and held texts, the most urgent first, each with the command for the decision. ' +
    'Exit code 1 when there is an error.',
  arguments: [],
  options: [],
  examples: [
    { line: 'dragoman inbox', explanation: 'Everything that needs a decision' },
    { line: 'dragoman inbox --json', explanation: 'The same for programs' },
  ],
  async run(context) {
    const { print, runtime } = context;
    const found = await connect(context).inbox({ signal: runtime.signal });
    const { items, count } = found;
    if (print.json) print.value(found);
    else if (items.length > 0) {
      print.table(
        [
          { title: 'severity' },
          { title: 'since' },
          { title: 'what', min: 20, prose: true },
          { title: 'decide with', min: 16 },
        ],
        items.map((item) => [item.severity, item.since?.slice(0, 16) ?? '', item.title, commandFor(item)]),
      );
      if (count > items.length) print.note(line`${items.length} of ${count} items`);
    }
    if (items.length === 0) print.note(line`Nothing needs a decision.`);
    return items.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
};

/** The command that shows more, or decides. */
function commandFor(item: InboxItem): string {
  const words = inboxCommand(item);
  return words === undefined ? (item.server ?? '') : ['dragoman', ...words].join(' ');
}
