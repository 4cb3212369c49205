/** Calls that wait for a decision of the caller. */
import type { ApprovalRecord, ApprovalStore, Caller } from '@dragoman/core/engine';
import { hasScope, mayDecide } from '@dragoman/core/engine';
import type { InboxItem } from '@dragoman/model';
import { inboxLimits } from './inbox-order.js';

/** The pending approvals on which the caller may decide. */
export async function findApprovalItems(
  approvals: Pick<ApprovalStore, 'list'>,
  caller: Caller,
  now: string,
): Promise<InboxItem[]> {
  if (caller.kind === 'anonymous') return [];
  const of = hasScope(caller, 'approvals:decide') ? {} : { of: caller.subject };
  const found = await approvals.list({ now, state: 'pending', limit: inboxLimits.items, ...of });
  return found.filter((record) => mayDecide(caller, record)).map(toItem);
}

function toItem({ id, agentId, operation, subject, input, createdAt }: ApprovalRecord): InboxItem {
  return {
    id: `approval_pending:${id}`,
    kind: 'approval_pending',
    severity: 'warning',
    title: `${subject.slice(0, 200)} wants to call ${operation.slice(0, 200)} of ${agentId.slice(0, 200)}.`,
    detail: JSON.stringify(input).slice(0, inboxLimits.detail),
    since: createdAt,
    agent: agentId,
    approval: id,
  };
}
