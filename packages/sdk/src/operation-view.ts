/** One operation in detail: its inputs on the wire, and its exact definition in each protocol. */
import type { JsonObject, JsonSchema } from '@dragoman/model';
import { isJsonObject, modelApiNames } from '@dragoman/model';
import type { OperationSummary } from './catalogue-operations.js';
import { clientError } from './dragoman-error.js';
import type { CallOptions, Transport } from './transport.js';

/** Protocols and model APIs in which an operation can be shown. */
export const projectionTargets = Object.freeze(['mcp', ...modelApiNames, 'nact', 'agis', 'openapi'] as const);

/** One of them. */
export type ProjectionTarget = (typeof projectionTargets)[number];

/** What is different from the operation. */
export interface ProjectionChange {
  /** `lost`: callers of this protocol cannot see or give it; `changed`: it has another form. */
  kind: 'lost' | 'changed';
  /** The input, when the change concerns one. */
  input?: string;
  code: string;
  reason: string;
}

/** An operation in one protocol. */
export interface OperationProjection {
  as: ProjectionTarget;
  /** Estimated model tokens: a quarter of the characters of the definition. */
  tokens: number;
  changes: ProjectionChange[];
  /** Absent when the protocol cannot offer the operation. */
  definition?: JsonObject;
}

/** An input and its place in the request to the service. */
export interface OperationInput {
  name: string;
  types: string[];
  required: boolean;
  description?: string;
  in: 'path' | 'query' | 'querystring' | 'header' | 'cookie' | 'body' | 'argument' | 'message';
  /** Absent when it is the whole body. */
  wire_name?: string;
}

/** An operation in detail. */
export interface OperationView extends OperationSummary {
  description?: string;
  /** Why it has this impact, or none. */
  impact_reason: string;
  inputs: OperationInput[];
  /** How the gateway calls the service. */
  wire: { protocol: string; method?: string; url?: string; name?: string };
  input_schema: JsonSchema;
  output_schema: JsonSchema;
  errors: { code: string; description?: string; status?: number; retryable?: boolean }[];
  examples: JsonObject[];
  projections: OperationProjection[];
}

/** Calls for one operation. */
export interface OperationViewCalls {
  /** One operation by name, in any spelling, or by id; `as` limits the projections. */
  readOperation(
    id: string,
    operation: string,
    options?: CallOptions & { as?: readonly ProjectionTarget[] },
  ): Promise<OperationView>;
}

/** Creates the calls over a transport. */
export function createOperationViewCalls(transport: Transport): OperationViewCalls {
  return {
    async readOperation(id, operation, { as = [], ...options } = {}) {
      const to = ['agents', id, 'operations', operation];
      const query = new URLSearchParams(as.map((target): [string, string] => ['as', target]));
      const { body, status } = await transport.send({ ...options, method: 'GET', to, query, repeatable: true });
      if (isJsonObject(body) && Array.isArray(body.projections)) return body as unknown as OperationView;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not an operation.', status });
    },
  };
}
