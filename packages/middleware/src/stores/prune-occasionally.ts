/** Deletes expired rows during calls, so that a store does not grow without limit and needs no timer. */
import type { ProcessTime } from './process-time.js';
import type { PropertyStore } from './property-store.js';

const everyMs = 60_000;
const mostRows = 1_000;

/** Creates a function that is called with each call and occasionally starts a cleanup. */
export function createPruning(
  store: PropertyStore,
  { steady, earlier }: ProcessTime,
  report: (problem: unknown) => void,
): () => void {
  let nextAt = steady.now() + everyMs;
  return () => {
    const now = steady.now();
    if (now < nextAt) return;
    nextAt = now + everyMs;
    store.prune(earlier.now(), mostRows).catch(report);
  };
}
