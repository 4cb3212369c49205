/** A freight service for the tests of `eval`. */
import type { JsonObject } from '@dragoman/model';

/** An operation with this description. */
export const describedOperation = (name: string, description: string): JsonObject => ({
  name,
  description,
  inputs: { type: 'object', properties: { booking: { type: 'string' } } },
  outputs: { type: 'object' },
});

/** The service with these operations. */
export const freightDesk = (...operations: JsonObject[]) => ({
  id: 'desk',
  name: 'Desk',
  description: 'Freight.',
  capabilities: ['freight'],
  endpoint: 'https://desk.example/x',
  operations,
});
