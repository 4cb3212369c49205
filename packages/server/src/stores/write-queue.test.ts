import { describe, expect, it } from 'vitest';
import type { PlannedWrite } from './planned-batch.js';
import { createPlannedBatch, planWrites } from './planned-batch.js';
import { createWriteQueue } from './write-queue.js';

const start = { seq: 0, hash: 'genesis' };

/** A queue over a transaction that only records the size of its batches. */
function open(options: { fail?: (size: number) => Error | undefined; maxBatch?: number; maxWaiting?: number } = {}) {
  const { fail = () => undefined, ...limits } = options;
  const sizes: number[] = [];
  const queue = createWriteQueue({
    ...limits,
    async run(writes: readonly PlannedWrite<unknown>[]) {
      sizes.push(writes.length);
      const error = fail(writes.length);
      if (error !== undefined) throw error;
      return planWrites(writes, createPlannedBatch(start, new Map()));
    },
    splits: (error) => error instanceof RangeError,
  });
  return { queue, sizes };
}

const plan = <T>(value: T): PlannedWrite<T> => ({ plan: () => value });

describe('the write queue', () => {
  it('runs writes of the same turn in one batch and resolves each write with its own value', async () => {
    const { queue, sizes } = open();
    expect(await Promise.all([1, 2, 3].map((value) => queue.add(plan(value))))).toEqual([1, 2, 3]);
    expect(sizes).toEqual([3]);
  });

  it('limits the size of a batch', async () => {
    const { queue, sizes } = open({ maxBatch: 2 });
    await Promise.all([1, 2, 3, 4, 5].map((value) => queue.add(plan(value))));
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('keeps a rejection with the write that it belongs to', async () => {
    const { queue, sizes } = open();
    const refuse = {
      plan: () => {
        throw new Error('no');
      },
    };
    const settled = await Promise.allSettled([queue.add(plan(1)), queue.add(refuse), queue.add(plan(3))]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sizes).toEqual([3]);
  });

  it('rejects the whole batch when its transaction fails, and continues', async () => {
    let broken = true;
    const { queue } = open({ fail: () => (broken ? new Error('lost') : undefined) });
    const settled = await Promise.allSettled([queue.add(plan(1)), queue.add(plan(2))]);
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    broken = false;
    expect(await queue.add(plan(3))).toBe(3);
  });

  it('splits a batch that is too large until the parts fit', async () => {
    const { queue, sizes } = open({ fail: (size) => (size > 2 ? new RangeError('too large') : undefined) });
    expect(await Promise.all([1, 2, 3, 4, 5].map((value) => queue.add(plan(value))))).toEqual([1, 2, 3, 4, 5]);
    expect(sizes).toEqual([5, 3, 2, 1, 2]);
  });

  it('rejects writes beyond its capacity, with a retry delay', async () => {
    const { queue } = open({ maxWaiting: 2 });
    const settled = await Promise.allSettled([1, 2, 3].map((value) => queue.add(plan(value))));
    expect(settled[2]).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE', retryAfter: 1 } });
    expect(await queue.add(plan(4))).toBe(4);
  });

  it('finishes waiting writes when it is closed, then accepts no more', async () => {
    const { queue } = open();
    const last = queue.add(plan(1));
    await queue.close();
    expect(await last).toBe(1);
    await expect(queue.add(plan(2))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
