/** `dragoman approvals decline`: declines a call that waits for a person. */
import type { Command } from '../command/command.js';
import { decideApproval } from '../registry/decide-approval.js';

/** Declines a call. */
export const approvalsDecline: Command = {
  name: 'approvals decline',
  summary: 'Decline a call that waits',
  details:
    'The call is rejected for a while, and the caller sees the note. Requires the scope approvals:decide or ' +
    'ownership of the service. You cannot decide on your own calls, except in the console.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id from "dragoman approvals list"' }],
  options: [{ name: 'note', value: 'text', description: 'Why' }],
  examples: [
    {
      line: 'dragoman approvals decline 0198c0de-0000-7000-8000-000000000001 --note "wrong booking"',
      explanation: 'After reading "dragoman approvals show"',
    },
  ],
  run: (context) => decideApproval(context, 'decline'),
};
