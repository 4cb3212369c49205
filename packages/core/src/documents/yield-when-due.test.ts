import { describe, expect, it } from 'vitest';
import { createYieldWhenDue } from './yield-when-due.js';

/** Keeps the thread busy for this many milliseconds. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Counts iterations of the event loop until `done`. */
async function countIterations(done: Promise<unknown>): Promise<number> {
  let count = 0;
  let isDone = false;
  const next = () => {
    count += 1;
    if (!isDone) setImmediate(next);
  };
  setImmediate(next);
  await done;
  isDone = true;
  return count;
}

describe('yielding when it is due', () => {
  it('lets the event loop run after every ten milliseconds of work', async () => {
    const yieldWhenDue = createYieldWhenDue();
    const task = async () => {
      for (let step = 0; step < 20; step += 1) {
        await yieldWhenDue();
        work(5);
      }
    };
    expect(await countIterations(task())).toBeGreaterThanOrEqual(8);
  });

  it('gives tasks that share it one turn together per iteration, in their order', async () => {
    const yieldWhenDue = createYieldWhenDue();
    const order: string[] = [];
    const task = async (name: string) => {
      for (let step = 0; step < 3; step += 1) {
        await yieldWhenDue();
        order.push(name);
        work(11);
      }
    };
    work(11);
    const all = Promise.all(['a', 'b', 'c'].map(task));
    expect(await countIterations(all)).toBeGreaterThanOrEqual(8);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
  });
});
