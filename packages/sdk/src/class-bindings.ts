/** Owner calls for the data classes of an AGIS service: their data sources, and who gets endpoints. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Incoming, Transport } from './transport.js';

/** The data source of a class. */
export interface DataClassBinding {
  /** Field → JSON Schema of its value. */
  fields: JsonObject;
  /** Fields that can select rows. */
  filters?: string[];
  /** Maximum number of rows per response. */
  limit?: number;
  /** `person`: the owner reviews each proposal first. */
  approval?: 'automatic' | 'person';
  /** `caller:<subject>` or `scope:<scope>`. */
  grants?: string[];
  /** `{kind: 'operation' | 'rows' | 'source', …}`. */
  source: JsonObject;
}

/** A data class of the manifest. */
export interface BoundDataClass {
  class: string;
  bound: boolean;
  binding?: JsonObject;
}

/** A pending proposal. */
export interface WaitingProposal {
  negotiation_id: string;
  caller: string;
  data_class: string;
  persistence: 'session' | 'persistent';
  expires_at: string;
  proposal: JsonObject;
}

/** Calls for data classes of a service. */
export interface DataClassCalls {
  list(agentId: string, options?: CallOptions): Promise<BoundDataClass[]>;
  bind(agentId: string, name: string, binding: DataClassBinding, options?: CallOptions): Promise<BoundDataClass>;
  /** False when the class had no data source. */
  unbind(agentId: string, name: string, options?: CallOptions): Promise<boolean>;
  /** Proposals that wait for the owner. */
  waiting(agentId: string, options?: CallOptions): Promise<WaitingProposal[]>;
  decide(
    agentId: string,
    negotiationId: string,
    decision: { decision: 'accept' | 'reject'; reason?: string },
    options?: CallOptions,
  ): Promise<void>;
}

/** Creates the calls of one registry. */
export function createDataClassCalls(transport: Transport): DataClassCalls {
  return {
    async list(agentId, options = {}) {
      const to = ['agents', agentId, 'data-classes'];
      return listIn<BoundDataClass>(
        await transport.send({ ...options, method: 'GET', to, repeatable: true }),
        'classes',
      );
    },
    async bind(agentId, name, binding, options = {}) {
      const to = ['agents', agentId, 'data-classes', name];
      const { body } = await transport.send({ ...options, method: 'PUT', to, body: binding, repeatable: true });
      return { ...(objectOf(body) as unknown as BoundDataClass), bound: true };
    },
    async unbind(agentId, name, options = {}) {
      const to = ['agents', agentId, 'data-classes', name];
      const { status } = await transport.send({ ...options, method: 'DELETE', to, repeatable: true, expected: [404] });
      return status !== 404;
    },
    async waiting(agentId, options = {}) {
      const to = ['agents', agentId, 'negotiations'];
      return listIn<WaitingProposal>(
        await transport.send({ ...options, method: 'GET', to, repeatable: true }),
        'negotiations',
      );
    },
    async decide(agentId, negotiationId, decision, options = {}) {
      const to = ['agents', agentId, 'negotiations', negotiationId];
      await transport.send({ ...options, method: 'POST', to, body: decision, repeatable: false });
    },
  };
}

function objectOf(body: unknown): JsonObject {
  if (isJsonObject(body)) return body as JsonObject;
  throw clientError('INVALID_RESPONSE', { message: "The registry's response is not an object." });
}

function listIn<T>({ body }: Incoming, member: string): T[] {
  const list = objectOf(body)[member];
  if (Array.isArray(list)) return list.filter(isJsonObject) as unknown as T[];
  throw clientError('INVALID_RESPONSE', { message: `The registry's response has no ${member}.` });
}
