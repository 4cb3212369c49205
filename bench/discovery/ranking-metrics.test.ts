import { describe, expect, it } from 'vitest';
import { measureRankings } from './ranking-metrics.js';

describe('measureRankings', () => {
  it('returns 100 for a perfect ranking, except recall@1 of two right tools', () => {
    const figures = measureRankings([[3, 1, 2]], [new Set([1, 3])]);
    expect(figures).toEqual({ recall1: 50, recall5: 100, recall10: 100, ndcg10: 100, mrr10: 100 });
  });

  it('discounts a right tool at rank 2', () => {
    const figures = measureRankings(
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
