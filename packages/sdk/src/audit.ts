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

/** Calls for the audit log. */
export interface AuditCalls {
  /** Records in log order, page after page. */
  list(conditions?: AuditConditions): AsyncGenerator<AuditRecord, void>;
  /** Verifies the whole chain. */
  verify(options?: CallOptions): Promise<AuditVerdict>;
}

/** Creates the calls over a transport. */
export function createAuditCalls(transport: Transport): AuditCalls {
  return {
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
