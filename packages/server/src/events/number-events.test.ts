import { describe, expect, it } from 'vitest';
import type { EventDraft } from './event.js';
import { createEventNumbering } from './number-events.js';

const at = '2026-03-01T00:00:00.000Z';
const waiting = (count: number): EventDraft => ({
  event: { type: 'vectors.waiting', at, waiting: count },
  audience: { kind: 'readers' },
  gauge: true,
});
const added = (key: string): EventDraft => ({
  event: { type: 'entry.added', at, service: key },
  audience: { kind: 'readers' },
  key,
});

describe('the numbers of events', () => {
  it('are consecutive, and a change that every worker notices has one', () => {
    const { number } = createEventNumbering();
    expect(number(1, [added('a'), added('b')]).map((event) => event.number)).toEqual([1, 2]);
    expect(number(2, [added('a'), added('b'), added('c')])).toMatchObject([{ number: 3, key: 'c' }]);
  });

  it('merge a value of several workers to the largest', () => {
    const numbering = createEventNumbering();
    const values = (from: number, count: number) =>
      numbering.number(from, [waiting(count)]).map(({ event }) => event.type === 'vectors.waiting' && event.waiting);
    expect(values(1, 9)).toEqual([9]);
    expect(values(2, 9)).toEqual([]);
    expect(values(1, 4)).toEqual([]);
    expect(values(2, 2)).toEqual([4]);
    numbering.forget(1);
    expect(values(2, 1)).toEqual([1]);
  });
});
