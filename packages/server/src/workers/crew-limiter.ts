/**
 * A rate limiter that several workers share: each decides locally, and reports its admitted requests to the others a
 * moment later. A caller that hits all workers at once may exceed its limit only by the requests admitted within that
 * moment.
 */
import type { MemoryRateLimiter, RateLimiter } from '@dragoman/core/http';
import type { Take } from './message.js';

/** Dependencies of the shared limiter. */
export interface CrewLimiterPorts {
  local: MemoryRateLimiter;
  /** Reports to the other workers. */
  tell: (takes: Take[]) => void;
  /** Milliseconds between two reports; 25 by default. */
  everyMs?: number;
}

/** Creates the limiter; `charge` counts the requests that others admitted. */
export function createCrewLimiter({ local, tell, everyMs = 25 }: CrewLimiterPorts): RateLimiter & {
  charge(takes: readonly Take[]): void;
} {
  const untold = new Map<string, Take>();
  const flush = () => {
    const takes = [...untold.values()];
    untold.clear();
    tell(takes);
  };
  return {
    take(name, allowance, cost = 1) {
      const verdict = local.take(name, allowance, cost);
      if (!verdict.allowed) return verdict;
      if (untold.size === 0) setTimeout(flush, everyMs).unref();
      const before = untold.get(name);
      untold.set(name, { name, allowance, cost: cost + (before?.cost ?? 0) });
      return verdict;
    },
    charge(takes) {
      for (const { name, allowance, cost } of takes) local.charge(name, allowance, cost);
    },
  };
}
