/** Metrics of a ranking: recall, nDCG and mean reciprocal rank. */

/** Means over requests, 0..100. */
export interface RankingMetrics {
  recall1: number;
  recall5: number;
  recall10: number;
  ndcg10: number;
  /** Mean reciprocal rank of the first right tool among the first ten. */
  mrr10: number;
}

/** Ranks that are evaluated. */
export const depth = 10;

const gain = (rank: number) => 1 / Math.log2(rank + 2);

function measureRanking(found: readonly number[], relevant: ReadonlySet<number>): RankingMetrics {
  const right = found.slice(0, depth).map((place) => relevant.has(place));
  const recall = (top: number) => right.slice(0, top).filter(Boolean).length / Math.max(1, relevant.size);
  const sum = (ranks: readonly number[]) => ranks.reduce((total, rank) => total + gain(rank), 0);
  const ideal = sum(Array.from({ length: Math.min(depth, relevant.size) }, (_, rank) => rank));
  const reached = sum(right.flatMap((is, rank) => (is ? [rank] : [])));
  const first = right.indexOf(true);
  return {
    recall1: recall(1),
    recall5: recall(5),
    recall10: recall(depth),
    ndcg10: ideal === 0 ? 0 : reached / ideal,
    mrr10: first < 0 ? 0 : 1 / (first + 1),
  };
}

/** The mean of several metrics. */
export function meanOf(all: readonly RankingMetrics[]): RankingMetrics {
  const mean = (name: keyof RankingMetrics) => all.reduce((sum, one) => sum + one[name], 0) / Math.max(1, all.length);
  return {
    recall1: mean('recall1'),
    recall5: mean('recall5'),
    recall10: mean('recall10'),
    ndcg10: mean('ndcg10'),
    mrr10: mean('mrr10'),
  };
}

/** Mean metrics of rankings, each a list of tool indices, best first. */
export function measureRankings(
  rankings: readonly (readonly number[])[],
  relevant: readonly ReadonlySet<number>[],
): RankingMetrics {
  const mean = meanOf(rankings.map((found, at) => measureRanking(found, relevant[at] ?? new Set())));
  return {
    recall1: 100 * mean.recall1,
    recall5: 100 * mean.recall5,
    recall10: 100 * mean.recall10,
    ndcg10: 100 * mean.ndcg10,
    mrr10: 100 * mean.mrr10,
  };
}
