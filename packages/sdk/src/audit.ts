/** The audit log of the registry, for administrators. */
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** One record of the log. */
export interface AuditRecord {
  /** Place in the chain, without a hole. */
  seq: number;
  at: string;
  actor: string;
  action: string;
  target: string;
  outcome: 'done' | 'refused';
  code: string;
  trace_id: string;
  /** Further facts as JSON text, such as those of a call; absent when there are none. */
  detail?: string;
  previous: string;
  hash: string;
}

/** What a check of the chain found. */
export interface AuditVerdict {
  ok: boolean;
  checked: number;
  /** The last record; worth noting elsewhere. */
  to: { seq: number; hash: string };
  breaks: { kind: string; seq: number; detail: string }[];
}

/** Which records to read. */
export interface AuditConditions extends CallOptions {
  /** Only records behind this one. */
  after?: number;
  actor?: string;
  action?: string;
  target?: string;
}

/** The calls on the audit log. */
export interface AuditCalls {
  /** Records in the order of the log, page after page. */
  list(conditions?: AuditConditions): AsyncGenerator<AuditRecord, void>;
  /** Checks the whole chain. */
  verify(options?: CallOptions): Promise<AuditVerdict>;
}

/** Makes the calls on the audit log over a transport. */
export function createAuditCalls(transport: Transport): AuditCalls {
  return {
    list: (conditions = {}) => walkRecords(transport, conditions),
    async verify(options = {}) {
      const request = { ...options, method: 'GET', to: ['audit', 'verification'], repeatable: true } as const;
      const { body, status } = await transport.send(request);
      if (isJsonObject(body) && typeof body.ok === 'boolean') return body as unknown as AuditVerdict;
      throw clientError('INVALID_RESPONSE', { message: 'The answer is no verdict on an audit log.', status });
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
    // A place that does not move on would go round for ever.
    if (typeof next !== 'number' || next <= place) return;
    place = next;
  }
}
