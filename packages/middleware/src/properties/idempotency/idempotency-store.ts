/** Where keyed calls are remembered: the port of the gateway's own ledger, so that a key means the same everywhere. */
import type { LedgerStore } from '@dragoman/core';
import { createMemoryLedger } from '@dragoman/core';

/** Remembers keyed calls; every method is atomic, also between processes. */
export type IdempotencyStore = LedgerStore;

/** Bounds of the version of one process. */
export interface MemoryIdempotencyOptions {
  /** Most keys, 100,000 unless given. When they are all in use, writes with new keys are put off with 503. */
  keys?: number;
}

/** Remembers in this process, as long as it lives. */
export function createMemoryIdempotencyStore({ keys = 100_000 }: MemoryIdempotencyOptions = {}): IdempotencyStore {
  return createMemoryLedger(keys);
}
