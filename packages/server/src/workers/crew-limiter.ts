/**
 * A limiter that several workers share: each decides by itself, at once, and tells the others a moment later what it
 * let pass. A caller that hits all of them together may get through what they let pass within that moment, no more.
 */
import type { MemoryRateLimiter, RateLimiter } from '@dragoman/core/http';
import type { Take } from './message.js';

/** What sharing needs. */
export interface CrewLimiterPorts {
  local: MemoryRateLimiter;
  /** Tells the others. */
  tell: (takes: Take[]) => void;
  /** Milliseconds between two tellings; 25 by default. */
  everyMs?: number;
}

/** Makes the limiter; `charge` counts what others let pass. */
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
