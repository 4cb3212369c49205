/** Approvals as events, for their callers and for those who may decide on them. */
import type { ApprovalRecord } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';
import type { PublishEvent } from './event-sender.js';

/** Called with an approval that was requested, decided, used or has expired. */
export type ApprovalListener = (record: ApprovalRecord) => void;

/** Creates the listener. */
export function createApprovalReport(publish: PublishEvent, clock: Clock): ApprovalListener {
  return ({ id, state, agentId, operation, subject, owner }) => {
    publish({
      event: {
        type: 'approval.changed',
        at: timestamp(clock),
        approval: id,
        state,
        service: agentId,
        operation,
        caller: subject,
      },
      audience: { kind: 'approval', subject, owner },
    });
  };
}
