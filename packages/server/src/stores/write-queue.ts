/**
 * Group commit: writes that arrive in the same turn of the event loop, or during a commit, share one transaction. A
 * write is settled only when its transaction has ended.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '@dragoman/model';
import type { PlannedWrite, WriteOutcome } from './planned-batch.js';

/** Runs writes in batches. */
export interface WriteQueue {
  /** Resolves with the result of the plan once it is committed. */
  add<T>(write: PlannedWrite<T>): Promise<T>;
  /** Finishes waiting writes and accepts no more. */
  close(): Promise<void>;
}

/** Options of the queue. */
export interface WriteQueueOptions {
  /** Runs a batch in one transaction and commits it; throws when nothing of it was written. */
  run(writes: readonly PlannedWrite<unknown>[]): Promise<WriteOutcome[]>;
  /** True when a smaller batch may succeed where this one failed. */
  splits(error: unknown): boolean;
  /** Maximum number of writes in one transaction. */
  maxBatch?: number;
  /** Maximum number of waiting writes; more are rejected, so that memory stays bounded. */
  maxWaiting?: number;
}

interface Waiting {
  write: PlannedWrite<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** Creates the queue in front of one store's writes. */
export function createWriteQueue(options: WriteQueueOptions): WriteQueue {
  const { run, splits, maxBatch = 256, maxWaiting = 10_000 } = options;
  const waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;
  let closed = false;

  async function drain() {
    while (waiting.length > 0) {
      await nextTurn();
      await settle(waiting.splice(0, maxBatch));
    }
    draining = undefined;
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await run(batch.map(({ write }) => write));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index] ?? { refusal: new Error('a write was left without an outcome') };
        if ('refusal' in outcome) reject(outcome.refusal);
        else resolve(outcome.value);
      }
    } catch (error) {
      if (batch.length === 1 || !splits(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await settle(batch.slice(0, half));
      await settle(batch.slice(half));
    }
  }

  return {
    add<T>(write: PlannedWrite<T>) {
      if (closed) return Promise.reject(new Failure('UNAVAILABLE', { message: 'The store is closed.', retryAfter: 1 }));
      if (waiting.length >= maxWaiting) {
        return Promise.reject(new Failure('UNAVAILABLE', { message: 'Too many writes are waiting.', retryAfter: 1 }));
      }
      return new Promise<T>((resolve, reject) => {
        waiting.push({ write, resolve: resolve as (value: unknown) => void, reject });
        draining ??= drain();
      });
    },
    async close() {
      closed = true;
      await draining;
    },
  };
}
