/** Which routes answer conditional reads at the edge, and how that is described: one rule for both. */
import type { ParameterDescription, ResponseDescription, Route } from '@dragoman/core';

/** True for every read of a resource; probes and figures change from one look to the next, and calls are no resources. */
export function isConditional({ method, budget }: Route): boolean {
  return method === 'GET' && budget !== 'none' && budget !== 'invoke';
}

/** The header as a parameter of every such route. */
export const ifNoneMatch: ParameterDescription = {
  name: 'If-None-Match',
  in: 'header',
  description: 'ETag of the answer that you have; 304 without a body when it is still the present one.',
  schema: { type: 'string', maxLength: 1000 },
};

/** The validator as a header of every such answer. */
export const etagHeader: NonNullable<ResponseDescription['headers']> = {
  ETag: { description: 'Tag of this state, for If-None-Match.', schema: { type: 'string' } },
};

/** The answer to a reader that has the present state. */
export const unchanged: ResponseDescription = { description: 'Unchanged since the state named in If-None-Match.' };
