/** Removes what has expired while calls go by, so that a store does not grow without end and nobody needs a timer. */
import type { Clock } from '@dragoman/core/http';
import type { PropertyStore } from './property-store.js';

const everyMs = 60_000;
const mostRows = 1_000;

/** Makes the function that is called with each call, and now and then sets off a removal. */
export function createPruning(store: PropertyStore, clock: Clock, report: (problem: unknown) => void): () => void {
  let nextAt = clock.now() + everyMs;
  return () => {
    const now = clock.now();
    if (now < nextAt) return;
    nextAt = now + everyMs;
    store.prune(now, mostRows).catch(report);
  };
}
