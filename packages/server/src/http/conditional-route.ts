/** Selects the routes that support conditional reads; used both to handle them and to describe them. */
import type { Route } from '@dragoman/core/http';

/** True for every read of a resource; probes and metrics change on every read, and calls and streams are not resources. */
export function isConditional({ method, budget, live }: Route): boolean {
  return method === 'GET' && budget !== 'none' && budget !== 'invoke' && live !== true;
}
