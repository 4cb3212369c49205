/** When the request that starts a task is aborted. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStartSignal } from './start-signal.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the request that starts a task', () => {
  it('is aborted at once with its call while it was not sent', () => {
    expect(createStartSignal(AbortSignal.abort(), () => false).signal.aborted).toBe(true);
    const call = new AbortController();
    const { signal } = createStartSignal(call.signal, () => false);
    call.abort('left');
    expect([signal.aborted, signal.reason]).toEqual([true, 'left']);
  });

  it('continues for ten seconds after an abort of its call once it was sent', () => {
    const call = new AbortController();
    const { signal } = createStartSignal(call.signal, () => true);
    call.abort();
    vi.advanceTimersByTime(9_900);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(200);
    expect(signal.aborted).toBe(true);
  });

  it('ends with its call once the task is known', () => {
    const call = new AbortController();
    const known = createStartSignal(call.signal, () => true);
    known.release();
    expect(known.signal.aborted).toBe(false);
    call.abort();
    expect(known.signal.aborted).toBe(true);
    const left = createStartSignal(new AbortController().signal, () => true);
    left.leave();
    expect(left.signal.aborted).toBe(false);
    left.release();
    expect(left.signal.aborted).toBe(true);
  });
});
