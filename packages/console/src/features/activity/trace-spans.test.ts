import type { TraceStep } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { durationText } from '../../components/duration-text.js';
import { timeText } from './time-text.js';
import { timeMarks, toTimeLine } from './trace-spans.js';

const step = (seq: number, startedAt: string, ms: number, name?: string): TraceStep => ({
  seq,
  action: 'call',
  started_at: startedAt,
  ms,
  service: 'pier',
  caller: 'ann',
  outcome: 'done',
  code: '',
  operation: `operation ${seq}`,
  ...(name === undefined ? {} : { workflow: 'flow', step: name }),
});

describe('toTimeLine', () => {
  it('places calls of a workflow below it, in order of their start', () => {
    const steps = [
      step(2, '2026-03-01T00:00:00.050Z', 40, 'second'),
      step(1, '2026-03-01T00:00:00.000Z', 30, 'first'),
      step(3, '2026-03-01T00:00:00.000Z', 100),
    ];
    const line = toTimeLine({ steps });
    expect(line?.totalMs).toBe(100);
    expect(line?.spans.map(({ step: { seq }, startMs, depth }) => [seq, startMs, depth])).toEqual([
      [3, 0, 0],
      [1, 0, 1],
      [2, 50, 1],
    ]);
  });

  it('is undefined without steps', () => {
    expect(toTimeLine({ steps: [] })).toBeUndefined();
  });
});

describe('texts of times', () => {
  it('has at most five round marks', () => {
    expect(timeMarks(100)).toEqual([0, 50, 100]);
    expect(timeMarks(0)).toEqual([0]);
    expect(timeMarks(7300).length).toBeLessThanOrEqual(5);
  });

  it('adds the unit to a duration', () => {
    expect([undefined, 0, 0.01, 1.234, 56.7, 4321, 34_567, 300_000].map(durationText)).toEqual([
      '–',
      '0.0 ms',
      '<0.1 ms',
      '1.2 ms',
      '57 ms',
      '4,321 ms',
      '34.6 s',
      '5 min',
    ]);
  });

  it('adds the date on another day, and survives what is not a time', () => {
    const now = new Date(2026, 2, 1, 12);
    expect(timeText(new Date(2026, 2, 1, 9, 5, 3, 7).toISOString(), now)).toBe('09:05:03.007');
    expect(timeText(new Date(2026, 1, 28, 9, 5, 3).toISOString(), now)).toBe('Feb 28 09:05:03');
    expect(timeText('never', now)).toBe('never');
  });
});
