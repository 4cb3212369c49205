/** One call in a list: from an event, or from a record of the audit log. */
import type { AuditRecord, FollowedEvent } from '@dragoman/sdk';

/** A call. */
export interface CallRow {
  /** The same for the event and the record of a call. */
  key: string;
  at: string;
  caller: string;
  service: string;
  operation: string;
  outcome: AuditRecord['outcome'];
  code: string;
  /** HTTP status that the caller got. */
  status: number | undefined;
  /** Attempts that left the server; undefined when nothing was sent. */
  tries: number | undefined;
  ms: number | undefined;
  traceId: string;
}

/** An ended call of the stream. */
export type CallFinished = Extract<FollowedEvent, { type: 'call.finished' }>;

const keyOf = (...parts: (string | number | undefined)[]) => parts.join(' ');

/** The row of an event. */
export function rowOfEvent(event: CallFinished): CallRow {
  const { at, caller, service, operation = '', outcome, code, status, ms, trace_id: traceId } = event;
  const tries = event.tries === 0 ? undefined : event.tries;
  const key = keyOf(traceId, at, service, operation, ms);
  return { key, at, caller, service, operation, outcome, code, status, tries, ms, traceId };
}

/** Facts of a call in the detail of its record. */
export interface CallDetail {
  face?: string;
  operation?: string;
  version?: number;
  status?: number;
  durationMs?: number;
  attempts?: number;
  upstream?: string;
  upstreamStatus?: number;
  [fact: string]: unknown;
}

/** The detail of a record; empty when it has none that can be read. */
export function detailOf({ detail }: Pick<AuditRecord, 'detail'>): CallDetail {
  try {
    const value: unknown = JSON.parse(detail ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as CallDetail) : {};
  } catch {
    return {};
  }
}

/** The row of a record. */
export function rowOfRecord(record: AuditRecord): CallRow {
  const { at, actor, target, outcome, code, trace_id: traceId } = record;
  const { operation, attempts, durationMs, status } = detailOf(record);
  const name = typeof operation === 'string' ? operation : '';
  const ms = typeof durationMs === 'number' ? durationMs : undefined;
  return {
    key: keyOf(traceId, at, target, name, ms),
    at,
    caller: actor,
    service: target,
    operation: name,
    outcome,
    code,
    status: typeof status === 'number' ? status : undefined,
    tries: typeof attempts === 'number' ? attempts : undefined,
    ms,
    traceId,
  };
}
