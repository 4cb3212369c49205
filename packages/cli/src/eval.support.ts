/** An agent of a freight desk, as `eval` is tried on it. */
import type { JsonObject } from '@dragoman/model';

/** One operation with these words. */
export const describedOperation = (name: string, description: string): JsonObject => ({
  name,
  description,
  inputs: { type: 'object', properties: { booking: { type: 'string' } } },
  outputs: { type: 'object' },
});

/** The desk with these operations. */
export const freightDesk = (...operations: JsonObject[]) => ({
  id: 'desk',
  name: 'Desk',
  description: 'Freight.',
  capabilities: ['freight'],
  endpoint: 'https://desk.example/x',
  operations,
});
