/** `dragoman approvals approve`: approves a call that waits for a person. */
import type { Command } from '../command/command.js';
import { decideApproval } from '../registry/decide-approval.js';

/** Approves a call. */
export const approvalsApprove: Command = {
  name: 'approvals approve',
  summary: 'Approve a call that waits',
  details:
    'The caller can then make the call once, with exactly the shown arguments. Requires the scope approvals:decide ' +
    'or ownership of the service. You cannot decide on your own calls, except in the console.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman approvals list"' }],
  options: [{ name: 'note', value: 'text', description: 'Why' }],
  examples: [
    {
      line: 'dragoman approvals approve 0198c0de-0000-7000-8000-000000000001',
      explanation: 'After reading "dragoman approvals show"',
    },
  ],
  run: (context) => decideApproval(context, 'approve'),
};
