/** How an operation looks from outside: its state, its links, and when asking again is worth it. */
import { jsonResponse, pathTo, pollSeconds } from '@dragoman/core';
import { Failure, type JsonObject, type JsonValue } from '@dragoman/model';
import { failureSummary, openStates } from './operation-runner.js';
import type { OperationRecord } from './operation-store.js';

/** An operation as its body. */
export interface OperationBody {
  [member: string]: JsonValue | undefined;
  operation_id: string;
  state: OperationRecord['state'];
  created_at: string;
  ended_at?: string;
  progress?: JsonValue;
  /** Seconds until asking again is worth it; absent once it has ended. */
  retry_after?: number;
  /** `self`, `cancel` while it goes on, `result` once it has succeeded. */
  links: { self: string; cancel?: string; result?: string };
  /** Why it failed. */
  problem?: JsonObject;
}

/** The body of an operation. */
export function operationBody(record: OperationRecord, path: string, now: number): OperationBody {
  const isOpen = openStates.includes(record.state);
  return {
    operation_id: record.id,
    state: record.state,
    created_at: record.createdAt,
    ...(record.endedAt === undefined ? {} : { ended_at: record.endedAt }),
    ...(record.progress === undefined ? {} : { progress: record.progress }),
    ...(isOpen ? { retry_after: pollSeconds(record, now) } : {}),
    links: {
      self: pathTo(path, record.id),
      ...(isOpen ? { cancel: pathTo(path, record.id, 'cancel') } : {}),
      ...(record.state === 'succeeded' ? { result: record.resource ?? pathTo(path, record.id, 'result') } : {}),
    },
    ...(record.problem === undefined ? {} : { problem: record.problem }),
  };
}

/** The headers that go with it. */
export function operationHeaders({ retry_after }: OperationBody): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    ...(retry_after === undefined ? {} : { 'Retry-After': String(retry_after) }),
  };
}

/** The answer to somebody who asks how it stands. */
export function statusResponse(body: OperationBody): Response {
  return jsonResponse(body, { headers: operationHeaders(body) });
}

/** One whose process died is told as failed once its time is over; one that had begun may have taken effect. */
export function presented(record: OperationRecord, now: number): OperationRecord {
  if (!openStates.includes(record.state) || now <= Date.parse(record.deadline)) return record;
  const failure =
    record.state === 'queued'
      ? new Failure('UNAVAILABLE', { message: 'The operation waited too long for its turn and was not begun.' })
      : new Failure('OUTCOME_UNKNOWN', {
          message: 'The operation did not end in its time; whether it took effect is not known.',
        });
  return { ...record, state: 'failed', endedAt: record.deadline, problem: failureSummary(failure) };
}
