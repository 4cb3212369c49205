/** The store contract for call statistics: the counts of all nodes are combined, kept in order of time, and pruned. */
import { expect, it } from 'vitest';
import { appendCallStats, type CallStatsRecord, statsOfCall } from './call-stats.js';
import type { StoreUnderTest } from './store.contract.js';
import { sampleTime } from './store.support.js';

const counted = (operation: string, seconds: number, failures: readonly boolean[]): CallStatsRecord => ({
  entryId: 'entry-1',
  operation,
  at: sampleTime(seconds),
  ...failures.map((failed) => statsOfCall(failed, 100)).reduce((before, then) => appendCallStats(before, then)),
});

const start = { at: '', entryId: '', operation: '' };
const failures = Array.from({ length: 12 }, (_, at) => at % 3 === 0);
const names = (records: readonly CallStatsRecord[]) => records.map(({ operation }) => operation);

/** The contract of call statistics. */
export function callStatsContract(under: StoreUnderTest): void {
  it('combines what nodes have counted, as if one node had counted everything', async () => {
    const { conduct } = under.store;
    await conduct.add([counted('quote', 1, failures.slice(0, 5)), counted('nul \u0000 ünd', 2, [false])]);
    const [now] = await conduct.add([counted('quote', 3, failures.slice(5))]);
    const whole = counted('quote', 3, failures);
    expect(now).toMatchObject({ entryId: 'entry-1', operation: 'quote', calls: 12, at: sampleTime(3) });
    expect(now?.failed).toBeCloseTo(whole.failed, 9);
    expect(now?.duration).toBeCloseTo(whole.duration, 9);
    await under.reopen();
    const kept = await under.store.conduct.after(start, 9);
    expect(names(kept)).toEqual(['nul \u0000 ünd', 'quote']);
    expect(kept[1]).toEqual(now);
    expect(await under.store.conduct.add([])).toEqual([]);
  });

  it('loses nothing when nodes report at the same time', async () => {
    const { conduct } = under.store;
    await Promise.all(Array.from({ length: 8 }, () => conduct.add([counted('busy', 5, [true, false])])));
    const busy = (await conduct.after(start, 9)).find(({ operation }) => operation === 'busy');
    expect(busy?.calls).toBe(16);
  });

  it('returns records page by page, in order of time', async () => {
    const { conduct } = under.store;
    const [first] = await conduct.after(start, 1);
    expect(names(await conduct.after(first ?? start, 9))).toEqual(['quote', 'busy']);
    expect(await conduct.after({ at: sampleTime(9), entryId: '', operation: '' }, 9)).toEqual([]);
  });

  it('removes old records, and the oldest of too many', async () => {
    const { conduct } = under.store;
    expect(await conduct.prune(sampleTime(3), 9)).toBe(1);
    expect(await conduct.prune(sampleTime(0), 1)).toBe(1);
    expect(names(await conduct.after(start, 9))).toEqual(['busy']);
    expect(await conduct.prune(sampleTime(0), 1)).toBe(0);
  });
}
