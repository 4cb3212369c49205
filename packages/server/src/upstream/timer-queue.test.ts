import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTimerQueue } from './timer-queue.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs after one to two intervals, once', () => {
  const soon = createTimerQueue(20);
  const ran: string[] = [];
  soon.add({ watch: () => ran.push('first') });
  vi.advanceTimersByTime(19);
  soon.add({ watch: () => ran.push('second') });
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(41);
  expect(ran).toEqual(['first', 'second']);
  vi.advanceTimersByTime(1000);
  expect(ran).toHaveLength(2);
});

it('does not run removed entries, and keeps no timer without entries', () => {
  const soon = createTimerQueue(20);
  const ran: string[] = [];
  const gone = { watch: () => ran.push('gone') };
  soon.add(gone);
  soon.forget(gone);
  const late = { watch: () => ran.push('gone late') };
  soon.add(late);
  vi.advanceTimersByTime(25);
  soon.forget(late);
  vi.advanceTimersByTime(100);
  expect([ran, vi.getTimerCount()]).toEqual([[], 0]);
});

it('runs entries that are added while others run', () => {
  const soon = createTimerQueue(20);
  const ran: string[] = [];
  soon.add({ watch: () => soon.add({ watch: () => ran.push('inner') }) });
  vi.advanceTimersByTime(200);
  expect(ran).toEqual(['inner']);
});
