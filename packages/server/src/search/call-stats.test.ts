import { type CallStatsStore, createMemoryStore } from '@dragoman/core/engine';
import { describe, expect, it } from 'vitest';
import { createCallStats } from './call-stats.js';

const clock = { now: () => Date.parse('2026-03-01T00:00:00Z') };

function createCounters(conduct: CallStatsStore) {
  return [createCallStats(conduct, clock), createCallStats(conduct, clock)] as const;
}

const failed = { failed: true, durationMs: 5 };
const done = { failed: false, durationMs: 40 };

describe('createCallStats', () => {
  it('adds up the counts of workers, each once', async () => {
    const [one, other] = createCounters(createMemoryStore().conduct);
    for (let at = 0; at < 4; at += 1) {
      one.note('a', 'op', failed);
      other.note('a', 'op', done);
    }
    await one.exchange();
    await other.exchange();
    await one.exchange();
    expect(one.conduct('a', 'op')).toEqual(other.conduct('a', 'op'));
    const { calls, failures = 0, latencyMs } = one.conduct('a', 'op') ?? {};
    expect([calls, latencyMs]).toEqual([8, expect.closeTo(40, 6)]);
    expect(failures).toBeGreaterThan(0.4);
    expect(failures).toBeLessThan(0.5);
    await one.exchange();
    expect(one.conduct('a', 'op')?.calls).toBe(8);
    expect(one.conduct('a', 'other')).toBeUndefined();
  });

  it('counts a call at once, also while the store is queried, and loses none when the store fails', async () => {
    const { conduct } = createMemoryStore();
    let broken = true;
    const add: CallStatsStore['add'] = (records) => (broken ? Promise.reject(new Error('lost')) : conduct.add(records));
    const [one, other] = createCounters({ ...conduct, add });
    one.note('a', 'op', failed);
    const exchange = one.exchange();
    one.note('a', 'op', failed);
    expect(one.conduct('a', 'op')).toEqual({ calls: 2, failures: 1 });
    await expect(exchange).rejects.toThrow('lost');
    expect(one.conduct('a', 'op')).toEqual({ calls: 2, failures: 1 });
    broken = false;
    await one.exchange();
    await other.exchange();
    expect(other.conduct('a', 'op')).toEqual({ calls: 2, failures: 1 });
  });
});
