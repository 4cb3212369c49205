/** Progress of a background call is stored at most once a second, and only where it says something. */
import type { JsonObject } from '@dragoman/model';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProgressReport } from './report-progress.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const written: JsonObject[] = [];
  const report = createProgressReport(
    async (progress) => void written.push(progress),
    (error) => {
      throw error;
    },
  );
  return { written, report };
}

it('writes the first progress at once, and then the latest of each second', () => {
  const { written, report } = open();
  for (const message of ['one', 'two', 'three']) report.tell({ progress: 1, message });
  expect(written).toEqual([{ message: 'one' }]);
  vi.advanceTimersByTime(1000);
  expect(written.slice(1)).toEqual([{ message: 'three' }]);
  report.tell({ progress: 2, total: 4, message: 'four\u001b[2J' });
  report.end();
  vi.advanceTimersByTime(5000);
  expect(written).toHaveLength(2);
});

it('writes the same progress once, and neither counted polls nor control characters', () => {
  const { written, report } = open();
  report.tell({ progress: 0 });
  report.tell({ progress: 1, total: 4, message: '\u202eSorting' });
  vi.advanceTimersByTime(1000);
  report.tell({ progress: 1, total: 4, message: 'Sorting' });
  vi.advanceTimersByTime(3000);
  expect(written).toEqual([{ progress: 1, total: 4, message: 'Sorting' }]);
});

it('reports a store that fails, without ending the call', async () => {
  const seen: unknown[] = [];
  const report = createProgressReport(
    () => Promise.reject(new Error('down')),
    (error) => seen.push(error),
  );
  report.tell({ message: 'one' });
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([new Error('down')]);
});
