import { expect, it } from 'vitest';
import { timelineRows } from './timeline-rows.js';

it('numbers tries, moves the parts to the start of their call, and colors their results', () => {
  const rows = timelineRows(
    [
      { part: 'input', kind: 'check', start_ms: 0, ms: 1 },
      { part: 'try', kind: 'try', start_ms: 1, ms: 5, status: 503 },
      { part: 'wait', kind: 'wait', start_ms: 6, ms: 100 },
      { part: 'try', kind: 'try', start_ms: 106, ms: 5, status: 200 },
      { part: 'output', kind: 'check', start_ms: 111, ms: 1, code: 'OUTPUT_INVALID' },
    ],
    1000,
  );
  expect(rows.map(({ label, startMs, result, tone }) => [label, startMs, result, tone])).toEqual([
    ['Input', 1000, undefined, undefined],
    ['Try 1', 1001, '503', 'warn'],
    ['Wait before the next try', 1006, undefined, undefined],
    ['Try 2', 1106, '200', 'good'],
    ['Output', 1111, 'OUTPUT_INVALID', 'bad'],
  ]);
});

it('has no number for the only try, and shows a part of a newer server by its name', () => {
  const only = { part: 'try', kind: 'try', start_ms: 0, ms: 1 } as const;
  const newer = { part: 'teleport' as 'try', kind: 'work', start_ms: 1, ms: 1 } as const;
  expect(timelineRows([only, newer]).map(({ label }) => label)).toEqual(['Try', 'teleport']);
});
