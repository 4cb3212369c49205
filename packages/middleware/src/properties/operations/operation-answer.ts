/** The public form of an operation: its state, its links, and the poll interval. */
import { pathTo, pollSeconds, writeWebhook } from '@dragoman/core/http';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { jsonResponse } from '../../calls/json-response.js';
import { hasEnded, type OperationRecord } from './operation-record.js';

/** An operation as its body. */
export interface OperationBody {
  [member: string]: JsonValue | undefined;
  operation_id: string;
  state: OperationRecord['state'];
  created_at: string;
  ended_at?: string;
  progress?: JsonValue;
  /** Seconds until the next poll; absent once it has ended. */
  retry_after?: number;
  /** `self`, `cancel` while it is active, `result` once it has succeeded. */
  links: { self: string; cancel?: string; result?: string };
  /** Why it failed. */
  problem?: JsonObject;
  /** State of the webhook, if the caller requested one. */
  webhook?: JsonObject;
}

/** The members that a body can have. */
export const bodyMembers: readonly string[] = Object.freeze(
  'operation_id state created_at ended_at progress retry_after links problem webhook'.split(' '),
);

/** The body of an operation. */
export function operationBody(record: OperationRecord, path: string, now: number): OperationBody {
  const isOpen = !hasEnded(record);
  const [webhook] = record.webhooks ?? [];
  return {
    operation_id: record.id,
    state: record.state,
    created_at: record.createdAt,
    ...(isOpen ? {} : { ended_at: record.updatedAt }),
    ...(record.progress === undefined ? {} : { progress: record.progress }),
    ...(isOpen ? { retry_after: pollSeconds(record, now) } : {}),
    links: {
      self: pathTo(path, record.id),
      ...(isOpen ? { cancel: pathTo(path, record.id, 'cancel') } : {}),
      ...(record.state === 'succeeded' ? { result: record.resource ?? pathTo(path, record.id, 'result') } : {}),
    },
    ...(record.problem === undefined ? {} : { problem: record.problem }),
    ...(webhook === undefined ? {} : { webhook: writeWebhook(webhook) }),
  };
}

/** Its headers. */
export function operationHeaders({ retry_after }: OperationBody): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    ...(retry_after === undefined ? {} : { 'Retry-After': String(retry_after) }),
  };
}

/** The status response. */
export function statusResponse(body: OperationBody): Response {
  return jsonResponse(body, { headers: operationHeaders(body) });
}
