import { describe, expect, it } from 'vitest';
import { ndcg } from './benches/quality.js';
import { createRandom, formatTable, interleave, median, percentile } from './measure.js';
import { makeSyntheticEntries } from './synthetic.js';

describe('measuring', () => {
  it('computes percentiles of unsorted values', () => {
    const values = [5, 1, 4, 2, 3];
    expect([median(values), percentile(values, 0.95), percentile(values, 0), percentile(values, 1)]).toEqual([
      3, 5, 1, 5,
    ]);
    expect(median([])).toBeNaN();
  });
  it('starts each round with another contestant and drops the warm-up', async () => {
    const ran: string[] = [];
    const contestants = ['a', 'b'].map((name) => ({ name, run: () => ran.push(name) }));
    const times = await interleave(contestants, { rounds: 2, warmUp: 1 });
    expect(ran.join('')).toBe('abbaab');
    expect([...times.values()].map((each) => each.length)).toEqual([2, 2]);
  });
  it('generates the same random numbers for the same seed', () => {
    const [first, second] = [createRandom(3), createRandom(3)];
    for (let turn = 0; turn < 100; turn += 1) {
      const number = first();
      expect(number >= 0 && number < 1 && number === second()).toBe(true);
    }
  });
  it('aligns tables', () => {
    const table = formatTable({
      title: 'T',
      columns: ['name', 'n'],
      rows: [
        ['a', 1234.5],
        ['long name', 0.5],
      ],
    });
    expect(table).toBe('T\nname           n\n---------  -----\na          1,235\nlong name   0.50\n');
  });
  it('generates the same services from the same seed', () => {
    expect(makeSyntheticEntries(50)).toEqual(makeSyntheticEntries(50));
    expect(new Set(makeSyntheticEntries(50).map(({ id }) => id)).size).toBe(50);
  });
  it('scores a perfect, a late and a missing answer', () => {
    expect(ndcg(['a', 'b'], ['a', 'b'])).toBe(1);
    expect(ndcg(['x', 'a'], ['a'])).toBeCloseTo(0.631, 3);
    expect(ndcg(['x'], ['a'])).toBe(0);
  });
});
