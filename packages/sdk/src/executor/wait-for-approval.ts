/** Waits for the decision of another person on a call that the registry holds until then. */
import type { ApprovalCalls } from '../approvals.js';
import type { CallOptions } from '../transport.js';
import type { Decision } from './executor-options.js';

/** Longest time of one request; the registry answers earlier when somebody decides. */
const waitSeconds = 30;

/** The decision, whenever it comes; an approval that expires counts as a rejection. Ends with the signal. */
export async function waitForApproval(
  approvals: Pick<ApprovalCalls, 'read'>,
  id: string,
  options: CallOptions = {},
): Promise<Decision> {
  for (;;) {
    const { state, note } = await approvals.read(id, { ...options, waitSeconds });
    if (state === 'pending') continue;
    const reason = note ?? (state === 'expired' ? 'nobody has decided in time' : undefined);
    return { approved: state === 'approved', ...(reason === undefined ? {} : { reason }) };
  }
}
