import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDeadline } from './deadline.js';
import { createTimerQueue } from './timer-queue.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(totalMs = 1000) {
  const caller = new AbortController();
  const began = Date.now();
  const deadline = startDeadline({
    totalMs,
    caller,
    elapsed: () => Date.now() - began,
    soon: createTimerQueue(10),
  });
  const ends: string[] = [];
  deadline.onOver((failure) => ends.push(failure.code));
  return { caller, deadline, ends };
}

it('ends when its time is up, once', () => {
  const { caller, deadline, ends } = start();
  vi.advanceTimersByTime(999);
  expect([deadline.over, deadline.left()]).toEqual([undefined, 1]);
  vi.advanceTimersByTime(1);
  caller.abort();
  expect(ends).toEqual(['UPSTREAM_TIMEOUT']);
});

it('ends when the caller disconnects, or has disconnected before', () => {
  const { caller, deadline, ends } = start();
  caller.abort();
  vi.advanceTimersByTime(5000);
  expect(ends).toEqual(['CANCELLED']);
  expect(deadline.over).toMatchObject({ code: 'CANCELLED' });
  const late = startDeadline({
    totalMs: 10,
    caller: { signal: AbortSignal.abort() },
    elapsed: () => 0,
    soon: createTimerQueue(10),
  });
  expect(late.over).toMatchObject({ code: 'CANCELLED' });
});

it('is notified at once when the caller abandons a long call, and soon when the call has just begun', () => {
  const lasting = start();
  vi.advanceTimersByTime(100);
  lasting.caller.abort();
  expect(lasting.ends).toEqual(['CANCELLED']);
  const young = start();
  young.caller.abort();
  expect(young.ends).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(young.ends).toEqual(['CANCELLED']);
});

it('does not end a call that has ended', () => {
  const { caller, deadline, ends } = start();
  deadline.settle();
  caller.abort();
  vi.advanceTimersByTime(5000);
  expect(ends).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  const lasting = start();
  vi.advanceTimersByTime(100);
  lasting.deadline.settle();
  lasting.caller.abort();
  expect([lasting.ends, vi.getTimerCount()]).toEqual([[], 0]);
});

it('can be changed, counted from the start of the call', () => {
  const { deadline, ends } = start();
  vi.advanceTimersByTime(500);
  deadline.extend(3000);
  vi.advanceTimersByTime(2499);
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ends).toEqual(['UPSTREAM_TIMEOUT']);
});

it('wakes a sleeper early when the call must end', async () => {
  const { caller, deadline } = start();
  const slept = deadline.sleep(800).catch((error: unknown) => error);
  vi.advanceTimersByTime(100);
  caller.abort();
  expect(await slept).toMatchObject({ code: 'CANCELLED' });
  await expect(deadline.sleep(1)).rejects.toMatchObject({ code: 'CANCELLED' });
});
