/** Operations with an idempotency key, and all texts about it. */
import type { Api, ApiOperation } from '../../api/api.js';
import { findKey } from '../../api/operation-facts.js';

/** An operation and its key. */
export interface KeyedOperation {
  operation: ApiOperation;
  at: string;
  /** Descriptions of the key, the operation and the metadata in one text. */
  said: string;
  /** False for a key without a description, which is reported as such. */
  isDescribed: boolean;
}

/** Lists the writes that accept an idempotency key. */
export function listKeyed(api: Api): KeyedOperation[] {
  return api.exposed.flatMap((operation) => {
    if (!operation.kinds.write) return [];
    const { agent, pointer, description } = operation;
    const key = findKey(api, operation);
    const metadata = typeof agent.idempotency === 'object' ? agent.idempotency : undefined;
    if (key === undefined && metadata === undefined) return [];
    const facts =
      metadata === undefined ? '' : Object.entries(metadata).map(([name, value]) => `${name} ${String(value)}`);
    const said = [key?.description ?? '', description ?? '', ...facts].join('\n');
    const isDescribed = key === undefined || key.description !== undefined;
    return [{ operation, at: key?.at ?? pointer, said, isDescribed }];
  });
}
