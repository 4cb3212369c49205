/** The store contract for the usage of services: counts add up, minutes and hours are kept, old ones are removed. */
import { expect, it } from 'vitest';
import type { StoreUnderTest } from './store.contract.js';
import type { UsagePoint } from './usage.js';
import { noUsage } from './usage.js';

const point = (service: string, at: string, calls: number, more: Partial<UsagePoint> = {}): UsagePoint => ({
  service,
  at,
  ...noUsage(),
  calls,
  durations: noUsage().durations.map((_, place) => (place === 3 ? calls : 0)),
  ...more,
});
const all = { since: '2026-01-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' };

/** The contract of usage. */
export function usageContract(under: StoreUnderTest): void {
  it('adds the counts of several processes up, by minute and by hour', async () => {
    const { usage } = under.store;
    const [first, second] = ['2026-03-01T10:20:30.000Z', '2026-03-01T10:59:59.999Z'];
    await Promise.all(
      Array.from({ length: 5 }, () => usage.add([point('pier \u0000', first, 2, { errors: 1, limited: 1 })])),
    );
    await usage.add([point('pier \u0000', second, 1, { refused: 1 }), point('other', second, 7)]);
    await usage.add([]);
    await under.reopen();
    const read = (step: 'minute' | 'hour') => under.store.usage.read('pier \u0000', step, all);
    expect(await read('minute')).toMatchObject([
      { at: '2026-03-01T10:20:00.000Z', calls: 10, errors: 5, limited: 5, refused: 0 },
      { at: '2026-03-01T10:59:00.000Z', calls: 1, refused: 1 },
    ]);
    const hours = await read('hour');
    expect(hours).toMatchObject([{ service: 'pier \u0000', at: '2026-03-01T10:00:00.000Z', calls: 11, errors: 5 }]);
    expect(hours[0]?.durations).toEqual(noUsage().durations.map((_, place) => (place === 3 ? 11 : 0)));
  });

  it('reads a range of time, and sums of services with most calls first', async () => {
    const { usage } = under.store;
    await usage.add([point('pier \u0000', '2026-03-01T11:00:00.000Z', 1)]);
    const range = { since: '2026-03-01T10:30:00.000Z', until: '2026-03-01T11:00:00.000Z' };
    expect((await usage.read('pier \u0000', 'minute', range)).map(({ at }) => at)).toEqual([
      '2026-03-01T10:59:00.000Z',
    ]);
    expect(await usage.read('none', 'minute', all)).toEqual([]);
    const sums = await usage.totals('2026-03-01T10:00:00.000Z', 9);
    expect(sums).toEqual([
      { service: 'pier \u0000', calls: 12, errors: 5, refused: 1, limited: 5 },
      { service: 'other', calls: 7, errors: 0, refused: 0, limited: 0 },
    ]);
    expect(await usage.totals('2026-03-01T11:00:00.000Z', 9)).toMatchObject([{ service: 'pier \u0000', calls: 1 }]);
    expect(await usage.totals('2026-03-01T10:00:00.000Z', 1)).toHaveLength(1);
    const chosen = await usage.totals('2026-03-01T10:00:00.000Z', 9, ['other', 'none']);
    expect(chosen).toEqual([sums[1]]);
    expect(await usage.totals('2026-03-01T10:00:00.000Z', 9, ['pier \u0000'])).toEqual([sums[0]]);
    expect(await usage.totals('2026-03-01T10:00:00.000Z', 9, [])).toEqual([]);
  });

  it('removes old minutes and hours', async () => {
    const { usage } = under.store;
    expect(await usage.prune({ minutes: '2026-03-01T10:59:00.000Z', hours: '2026-03-01T10:00:00.000Z' })).toBe(1);
    expect(await usage.prune({ minutes: '2026-03-01T10:00:00.000Z', hours: '2026-03-01T11:00:00.000Z' })).toBe(2);
    expect(await usage.read('pier \u0000', 'hour', all)).toMatchObject([{ at: '2026-03-01T11:00:00.000Z' }]);
    expect(await usage.read('pier \u0000', 'minute', all)).toHaveLength(2);
  });
}
