/** Effects of an operation: impact, idempotency and confirmation, as people set them or the description has them. */
import type { ChosenEffects, Impact } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** The effects of an operation. */
export interface OperationEffectsView {
  id: string;
  operation: string;
  /** What counts; absent when nothing is known. */
  impact?: Impact;
  idempotent?: boolean;
  confirm?: boolean;
  /** Why it has this impact, or none. */
  impact_reason: string;
  /** What people set; empty when nothing is set. */
  chosen: ChosenEffects;
  /** What the description declares, or what was derived from it. */
  described: ChosenEffects;
  /** ETag of the state, for `ifMatch`. */
  etag?: string;
}

/** Calls for effects of operations. */
export interface EffectCalls {
  /** What counts, what people set and what the description says. */
  effects(id: string, operation: string, options?: CallOptions): Promise<OperationEffectsView>;
  /** Replaces what is set; a member that is not given is that of the description again. Kept through refreshes. */
  chooseEffects(
    id: string,
    operation: string,
    effects: ChosenEffects,
    options?: CallOptions & { ifMatch?: string },
  ): Promise<OperationEffectsView>;
  /** What `chooseEffects` with the same effects would do; nothing is changed. */
  foreseeEffects(
    id: string,
    operation: string,
    effects: ChosenEffects,
    options?: CallOptions,
  ): Promise<ForeseenEffects>;
}

/** What setting effects would do. */
export interface ForeseenEffects {
  /** False when everything would stay as it is. */
  changes: boolean;
  /** The effects afterwards. */
  after: OperationEffectsView;
}

/** Creates the calls over a transport. */
export function createEffectCalls(transport: Transport): EffectCalls {
  const to = (id: string, operation: string) => ['agents', id, 'operations', operation, 'effects'];
  return {
    async effects(id, operation, options = {}) {
      return readEffects(await transport.send({ ...options, method: 'GET', to: to(id, operation), repeatable: true }));
    },
    async foreseeEffects(id, operation, effects, options = {}) {
      const headers = { 'x-dry-run': 'true' };
      const request = { method: 'PUT', to: to(id, operation), body: { ...effects }, repeatable: true } as const;
      const incoming = await transport.send({ ...options, headers, ...request });
      const { would_change: changes, operation_effects: after } = isJsonObject(incoming.body) ? incoming.body : {};
      return { changes: changes === true, after: readEffects({ ...incoming, body: after }) };
    },
    async chooseEffects(id, operation, effects, { ifMatch, ...options } = {}) {
      const headers = ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } };
      const request = { method: 'PUT', to: to(id, operation), body: { ...effects }, repeatable: true } as const;
      return readEffects(await transport.send({ ...options, ...headers, ...request }));
    },
  };
}

function readEffects({ body, status, headers }: Incoming): OperationEffectsView {
  if (!isJsonObject(body) || !isJsonObject(body.chosen) || !isJsonObject(body.described)) {
    throw clientError('INVALID_RESPONSE', { message: 'The response has no effects of an operation.', status });
  }
  const etag = headers.get('etag');
  return { ...(body as unknown as OperationEffectsView), ...(etag === null ? {} : { etag }) };
}
