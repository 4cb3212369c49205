import { describe, expect, it } from 'vitest';
import { judge } from './judge.js';

describe('judge', () => {
  it('gives everything to a perfect ranking', () => {
    const figures = judge([[3, 1, 2]], [new Set([1, 3])]);
    expect(figures).toEqual({ recall1: 50, recall5: 100, recall10: 100, ndcg10: 100, mrr10: 100 });
  });

  it('counts places', () => {
    const figures = judge(
      [
        [9, 1],
        [9, 8],
      ],
      [new Set([1]), new Set([1])],
    );
    expect(figures.recall1).toBe(0);
    expect(figures.recall5).toBe(50);
    expect(figures.mrr10).toBe(25);
    expect(figures.ndcg10).toBeCloseTo(50 / Math.log2(3), 10);
  });
});
