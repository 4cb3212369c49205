/** How alike operations read: cosine over weighted words, found through the words that they share. */
import type { ApiOperation } from './api/api.js';
import { contentWords, sentencesOf, tokensOf } from './api/words.js';

/** Two operations that read alike. */
export interface SimilarPair {
  one: ApiOperation;
  other: ApiOperation;
  /** 0 to 1. */
  score: number;
}

/** Most operations that are compared; the pairs of more would cost too much to tell anything useful. */
const mostCompared = 3_000;

/** Pairs at or above a similarity, each operation with its nearest earlier one. */
export function findSimilarPairs(operations: readonly ApiOperation[], least: number): SimilarPair[] {
  const compared = operations.slice(0, mostCompared);
  const vectors = weigh(compared.map(wordsOf));
  const postings = new Map<string, { at: number; weight: number }[]>();
  const pairs: SimilarPair[] = [];
  for (const [at, vector] of vectors.entries()) {
    const nearest = findNearest(vector, postings);
    const [one, other] = [compared[nearest?.at ?? -1], compared[at]];
    if (nearest !== undefined && nearest.score >= least && one !== undefined && other !== undefined) {
      pairs.push({ one, other, score: Math.min(1, nearest.score) });
    }
    for (const [word, weight] of vector) {
      const list = postings.get(word) ?? [];
      list.push({ at, weight });
      postings.set(word, list);
    }
  }
  return pairs;
}

function findNearest(
  vector: ReadonlyMap<string, number>,
  postings: ReadonlyMap<string, readonly { at: number; weight: number }[]>,
): { at: number; score: number } | undefined {
  const scores = new Map<number, number>();
  for (const [word, weight] of vector) {
    for (const posting of postings.get(word) ?? []) {
      scores.set(posting.at, (scores.get(posting.at) ?? 0) + weight * posting.weight);
    }
  }
  let best: { at: number; score: number } | undefined;
  for (const [at, score] of scores) if (best === undefined || score > best.score) best = { at, score };
  return best;
}

function wordsOf({ id, summary, description }: ApiOperation): string[] {
  const lead = sentencesOf(description ?? '')
    .slice(0, 2)
    .join(' ');
  return [...contentWords(`${summary ?? ''} ${lead}`), ...tokensOf(id ?? '')];
}

/** Unit vectors: rare words weigh more, repeated ones a little more. */
function weigh(texts: readonly (readonly string[])[]): Map<string, number>[] {
  const holders = new Map<string, number>();
  for (const words of texts) for (const word of new Set(words)) holders.set(word, (holders.get(word) ?? 0) + 1);
  return texts.map((words) => {
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    let length = 0;
    for (const [word, count] of counts) {
      const weight = (1 + Math.log(count)) * Math.log(1 + texts.length / (holders.get(word) ?? 1));
      counts.set(word, weight);
      length += weight * weight;
    }
    for (const [word, weight] of counts) counts.set(word, weight / Math.sqrt(length || 1));
    return counts;
  });
}
