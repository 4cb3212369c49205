import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.js';

const drain = <T>(queue: { next(): T | undefined }): T[] => {
  const taken: T[] = [];
  for (let job = queue.next(); job !== undefined; job = queue.next()) taken.push(job);
  return taken;
};

describe('the queue of document jobs', () => {
  it('takes one job of each caller in turn, and the jobs of one caller in order', () => {
    const queue = createFairQueue<string>({ perCaller: 10, total: 10 });
    for (const job of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(job.slice(0, 1), job);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('reports which limit a further job would exceed', () => {
    const queue = createFairQueue<number>({ perCaller: 2, total: 3 });
    queue.add('a', 1);
    expect(queue.exceeded('a')).toBeUndefined();
    queue.add('a', 2);
    expect([queue.exceeded('a'), queue.exceeded('b')]).toEqual(['perCaller', undefined]);
    queue.add('b', 3);
    expect(queue.exceeded('c')).toBe('total');
  });

  it('forgets a removed job and the caller without jobs', () => {
    const queue = createFairQueue<string>({ perCaller: 2, total: 3 });
    queue.add('a', 'a1');
    queue.add('b', 'b1');
    queue.remove('a', 'a1');
    queue.remove('a', 'unknown');
    expect(queue.size).toBe(1);
    expect(drain(queue)).toEqual(['b1']);
  });

  it('puts a job back as the first one of its caller, and knows whether other callers wait', () => {
    const queue = createFairQueue<string>({ perCaller: 1, total: 2 });
    queue.add('a', 'a2');
    expect([queue.hasOther('a'), queue.hasOther('b')]).toEqual([false, true]);
    queue.add('b', 'b1');
    queue.putBack('a', 'a1');
    expect([queue.size, queue.hasOther('a')]).toEqual([3, true]);
    expect(drain(queue)).toEqual(['a1', 'b1', 'a2']);
  });
});
