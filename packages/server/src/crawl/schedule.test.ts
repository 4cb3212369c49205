import type { SourceRecord } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { failuresUntilMissing, nextDue, stateOf } from './schedule.js';

const clock = { now: () => 0 };
const source = (failures: number, more: Partial<SourceRecord> = {}): SourceRecord => ({
  id: 's',
  url: 'https://cards.example/',
  owner: 'ada',
  intervalSeconds: 600,
  createdAt: '',
  dueAt: '',
  failures,
  entryIds: [],
  ...more,
});
const seconds = (failures: number, random: number, retryAfter?: number) =>
  Date.parse(nextDue(source(failures), clock, () => random, retryAfter)) / 1_000;

describe('nextDue', () => {
  it('spreads regular rounds around the interval', () => {
    expect([seconds(0, 0), seconds(0, 0.5), seconds(0, 1)]).toEqual([540, 600, 660]);
  });

  it('doubles the pause with every failure, with jitter, up to a day', () => {
    expect([1, 2, 3, 4].map((failures) => seconds(failures, 0.5))).toEqual([600, 1_200, 2_400, 4_800]);
    expect(seconds(2, 0)).toBe(600);
    expect(seconds(1_000_000, 0.5)).toBe(86_400);
  });

  it('waits at least as long as the upstream asked for', () => {
    expect(seconds(1, 0.5, 5_000)).toBe(5_000);
    expect(seconds(1, 0.5, 1)).toBe(600);
  });
});

describe('stateOf', () => {
  it('changes from waiting to current, failing and missing', () => {
    const lastFetchedAt = '2026-11-15T00:00:00.000Z';
    expect(stateOf(source(0))).toBe('waiting');
    expect(stateOf(source(0, { lastFetchedAt }))).toBe('current');
    expect(stateOf(source(1, { lastFetchedAt }))).toBe('failing');
    expect(stateOf(source(failuresUntilMissing, { lastFetchedAt }))).toBe('missing');
  });
});
