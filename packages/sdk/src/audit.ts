/** The audit log of the registry, for administrators. */
import type { AuditVerdict } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** One record of the log. */
export interface AuditRecord {
  /** Position in the chain, without gaps. */
  seq: number;
  at: string;
  actor: string;
  action: string;
  target: string;
  /** `unknown`: the call was sent, and it may have taken effect. */
  outcome: 'done' | 'refused' | 'failed' | 'unknown';
  code: string;
  trace_id: string;
  /** Additional facts as JSON text, such as those of a call; absent when there are none. */
  detail?: string;
  previous: string;
  hash: string;
}

/** Filters for records. */
export interface AuditConditions extends CallOptions {
  /** Only records after this one. */
  after?: number;
  actor?: string;
  action?: string;
  target?: string;
}

/** What to find in the log; all conditions must match. */
export interface AuditSearchConditions extends CallOptions {
  /** Id of a service or another object. */
  service?: string;
  operation?: string;
  /** Subject of the caller. */
  caller?: string;
  action?: string;
  outcome?: AuditRecord['outcome'];
  /** Failure code. */
  code?: string;
  traceId?: string;
  /** From this time on, and before that one; RFC 3339. */
  since?: string;
  until?: string;
  /** Only records before this one. */
  before?: number;
  /** Maximum records per page; 25 by default. */
  limit?: number;
}

/** A page of records, newest first. */
export interface AuditPage {
  records: AuditRecord[];
  /** The value of `before` for the next page; absent on the last one. */
  nextBefore?: number;
}

/** Calls for the audit log. */
export interface AuditCalls {
  /** One page of the records that match, newest first. */
  search(conditions?: AuditSearchConditions): Promise<AuditPage>;
  /** Records in log order, page after page. */
  list(conditions?: AuditConditions): AsyncGenerator<AuditRecord, void>;
  /** Verifies the whole chain. */
  verify(options?: CallOptions): Promise<AuditVerdict>;
}

/** Creates the calls over a transport. */
export function createAuditCalls(transport: Transport): AuditCalls {
  return {
    search: (conditions = {}) => searchRecords(transport, conditions),
    list: (conditions = {}) => walkRecords(transport, conditions),
    async verify(options = {}) {
      const request = { ...options, method: 'GET', to: ['audit', 'verification'], repeatable: true } as const;
      const { body, status } = await transport.send(request);
      if (isJsonObject(body) && typeof body.ok === 'boolean') return body as unknown as AuditVerdict;
      throw clientError('INVALID_RESPONSE', {
        message: 'The response is not a result of an audit log verification.',
        status,
      });
    },
  };
}

async function searchRecords(
  transport: Transport,
  { signal, traceId, before, limit, ...filters }: AuditSearchConditions,
): Promise<AuditPage> {
  const query = new URLSearchParams(filters);
  if (traceId !== undefined) query.set('trace_id', traceId);
  if (before !== undefined) query.set('before', String(before));
  if (limit !== undefined) query.set('limit', String(limit));
  const request = { method: 'GET', to: ['audit', 'search'], query, repeatable: true } as const;
  const { body, status } = await transport.send({ ...request, ...(signal === undefined ? {} : { signal }) });
  const records = listOf(body, status, ['records']) as AuditRecord[];
  const next = isJsonObject(body) ? body.next_before : undefined;
  return { records, ...(typeof next === 'number' ? { nextBefore: next } : {}) };
}

async function* walkRecords(transport: Transport, conditions: AuditConditions): AsyncGenerator<AuditRecord, void> {
  const { after = 0, signal, ...filters } = conditions;
  let place = after;
  for (;;) {
    const query = new URLSearchParams({ ...filters, after: String(place), limit: '1000' });
    const request = { method: 'GET', to: ['audit'], query, repeatable: true } as const;
    const { body, status } = await transport.send({ ...request, ...(signal === undefined ? {} : { signal }) });
    yield* listOf(body, status, ['records']) as AuditRecord[];
    const next = isJsonObject(body) ? body.next_after : undefined;
    // A sequence number that does not advance would loop forever.
    if (typeof next !== 'number' || next <= place) return;
    place = next;
  }
}
