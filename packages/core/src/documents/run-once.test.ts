import { expect, it } from 'vitest';
import { createRunOnce } from './run-once.js';

it('runs one computation per key at a time, and again after it has ended or failed', async () => {
  const share = createRunOnce<number>();
  let started = 0;
  const compute = async () => {
    started += 1;
    await Promise.resolve();
    if (started === 1) throw new Error('failed');
    return started;
  };
  const failed = await Promise.allSettled([share('a', compute), share('a', compute)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([share('a', compute), share('a', compute), share('b', compute)])).toEqual([3, 3, 3]);
  expect(started).toBe(3);
});
