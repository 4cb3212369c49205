/** `dragoman approvals list`: lists calls that wait for a person. */
import type { Approval, ApprovalState } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { printApprovals } from '../output/approval-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

const states: readonly ApprovalState[] = ['pending', 'approved', 'declined', 'expired', 'used'];

/** Lists approvals. */
export const approvalsList: Command = {
  name: 'approvals list',
  summary: 'List calls that wait for the approval of a person',
  details: 'Your own calls, calls of your services, and with the scope approvals:decide all of them; newest first.',
  arguments: [],
  options: [
    { name: 'state', value: 'state', choices: [...states], description: 'Only those in this state (default: pending)' },
    { name: 'all', description: 'Also decided and expired ones' },
    { name: 'limit', value: 'n', description: 'Maximum number to show (default: 50)' },
  ],
  examples: [
    { line: 'dragoman approvals list', explanation: 'What waits' },
    { line: 'dragoman approvals list --all', explanation: 'Also what was decided' },
  ],
  async run(context) {
    const { options, print, runtime } = context;
    const limit = options.number('limit', { min: 1, max: 10_000 }) ?? 50;
    const state = states.find((each) => each === (options.text('state') ?? 'pending'));
    const query = { signal: runtime.signal, ...(options.flag('all') || state === undefined ? {} : { state }) };
    const found: Approval[] = [];
    for await (const approval of connect(context).approvals.list(query)) {
      found.push(approval);
      if (found.length >= limit) break;
    }
    if (print.json) print.value(found);
    else if (found.length > 0) printApprovals(print, found);
    if (found.length === 0) print.note(line`Nothing waits for an approval.`);
    else if (!print.json) print.note(line`"dragoman approvals show <id>" shows the arguments.`);
    return 0;
  },
};
