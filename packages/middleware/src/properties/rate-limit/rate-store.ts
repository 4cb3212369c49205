/** Where requests are counted: a port, so that several processes can share counts, and the in-memory version. */
import type { RateLimit, RateLimiter } from '@dragoman/core/http';
import { createMemoryRateLimiter } from '@dragoman/core/http';
import { createProcessTime, type TimeOptions } from '../../stores/process-time.js';

/** Counts by name: a full quota at once, then a steady refill. */
export interface RateStore extends RateLimiter {
  /** Counts what has already passed, allowed or not. */
  charge(name: string, allowance: RateLimit, cost: number): void | Promise<void>;
}

/** Options of the in-memory version. */
export interface MemoryRateStoreOptions extends TimeOptions {
  /** Maximum number of names, 100,000 by default; the least recently seen are dropped first. */
  names?: number;
}

/** Counts in memory. */
export function createMemoryRateStore({ names = 100_000, ...options }: MemoryRateStoreOptions = {}): RateStore {
  return createMemoryRateLimiter({ clock: createProcessTime(options).steady, names });
}
