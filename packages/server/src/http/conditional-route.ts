/** Which routes answer conditional reads at the edge, and are described so: one rule for both. */
import type { Route } from '@dragoman/core/http';

/** True for every read of a resource; probes and figures change from one look to the next, and calls are no resources. */
export function isConditional({ method, budget }: Route): boolean {
  return method === 'GET' && budget !== 'none' && budget !== 'invoke';
}
