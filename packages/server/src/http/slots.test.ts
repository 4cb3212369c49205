import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairShare } from '../runtime/fair-share.js';
import { Slots } from './slots.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('slots', () => {
  it('go to a waiting request as soon as one is given back, callers in turn', async () => {
    const slots = new Slots(new FairShare({ capacity: 2, percent: 90 }));
    expect([slots.take('a'), slots.take('a')]).toEqual([true, true]);
    const order: string[] = [];
    for (const account of ['a', 'a', 'b']) {
      void Promise.resolve(slots.take(account)).then((taken) => order.push(`${account} ${taken}`));
    }
    slots.give('a');
    slots.give('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['a true', 'b true']);
    expect(slots.share.inUse).toBe(2);
  });

  it('are refused after half a second', async () => {
    const slots = new Slots(new FairShare({ capacity: 1, percent: 90 }));
    slots.take('a');
    const waiting = Promise.resolve(slots.take('b'));
    await vi.advanceTimersByTimeAsync(500);
    expect(await waiting).toBe(false);
    slots.give('a');
    expect(slots.share.inUse).toBe(0);
  });
});
