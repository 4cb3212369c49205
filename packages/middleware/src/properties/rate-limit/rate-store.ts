/** Where requests are counted: a port, so that several processes can count together, and the version of one process. */
import type { Allowance, Clock, RateLimiter } from '@dragoman/core/http';
import { createMemoryRateLimiter, systemClock } from '@dragoman/core/http';

/** Counts by name: a full allowance at once, then an even flow. */
export interface RateStore extends RateLimiter {
  /** Counts what has passed already, whether or not it would have been allowed. */
  charge(name: string, allowance: Allowance, cost: number): void | Promise<void>;
}

/** What the version of one process can be told. */
export interface MemoryRateStoreOptions {
  /** Most names remembered, 100,000 unless given; the ones not seen for longest are forgotten first. */
  names?: number;
  clock?: Clock;
}

/** Counts in this process alone. */
export function createMemoryRateStore({
  names = 100_000,
  clock = systemClock,
}: MemoryRateStoreOptions = {}): RateStore {
  return createMemoryRateLimiter({ clock, names });
}
