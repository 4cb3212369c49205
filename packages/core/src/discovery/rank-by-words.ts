/**
 * The best rows by words alone, without visiting every row that shares a word with the query: rare terms come first,
 * and once the common terms can no longer lift another row among the best, their long lists are read only for the rows
 * that the rare ones found. The result is the same as visiting every row.
 */
import type { IndexState } from './index-state.js';
import { addTermScore, type WeighedTerm } from './match.js';
import { valuesOf } from './rows.js';
import { type Bm25, codeMask, lengthNorm, rarity, weightBits, weightOfCode } from './score.js';
import { selectFirst } from './select-first.js';
import { createTopValues } from './top-values.js';
import type { Workspace } from './workspace.js';

/** A query by words. */
export interface WordQuery {
  terms: readonly string[];
  bm25: Bm25;
  wanted: number;
  /** Share of a perfect match below which a row is noise. */
  floor: number;
  matches: (row: number) => boolean;
}

/** The best rows. */
export interface WordRanking {
  /** Best first. */
  rows: number[];
  /** A row's share of a perfect match, 0..1; valid until the next query. */
  shareOf(row: number): number;
}

/** Shorter lists are always read: checking whether they are needed would cost as much. */
const longList = 8_192;

/** Ranks the rows; `byFalling` compares rows, best first. */
export function rankByWords(
  state: IndexState,
  work: Workspace,
  query: WordQuery,
  byFalling: (left: number, right: number) => number,
): WordRanking {
  const { possible, known } = weighTerms(state, query);
  const { scores, candidates } = work;
  scores.fill(0, 0, state.rows.count);
  const led = addLeadingTerms(state, work, { ...query, known });
  addFollowingTerms(state, work, led);
  const { touched } = led;
  const lowest = Math.max(query.floor * possible, minOfBest(work, { ...query, touched }));
  let count = 0;
  for (let at = 0; at < touched; at += 1) {
    const row = candidates[at] as number;
    if ((scores[row] as number) >= lowest && query.matches(row)) candidates[count++] = row;
  }
  const rows = selectFirst(candidates, count, query.wanted, byFalling);
  const scoreOf = createRowScore(state, known);
  // A row below the last of the best may lack the parts of the terms that could not lift it.
  const whole = led.following.length === 0 ? 0 : lowest;
  return {
    rows,
    shareOf(row) {
      if (possible === 0) return 0;
      const score = scores[row] as number;
      return (score >= whole ? score : scoreOf(row)) / possible;
    },
  };
}

/** The terms in the index, rarest first, and the upper bound of the score. */
function weighTerms(state: IndexState, { terms, bm25 }: WordQuery): { possible: number; known: WeighedTerm[] } {
  const norm = lengthNorm(bm25, state.statistics);
  const known: WeighedTerm[] = [];
  let possible = 0;
  for (const word of terms) {
    const term = state.terms.find(word);
    const weight = rarity(state.statistics.entries, term < 0 ? 0 : (state.publicEntries[term] ?? 0));
    possible += weight;
    if (term >= 0) known.push({ term, weight, ...norm });
  }
  return { possible, known: known.sort((a, b) => b.weight - a.weight) };
}

interface Led {
  /** Number of rows with a score. */
  touched: number;
  /** Terms that lift no further row among the best. */
  following: readonly WeighedTerm[];
  /** Score of the last of the best when the leading terms were read. */
  minimum: number;
}

function addLeadingTerms(
  state: IndexState,
  work: Workspace,
  { known, wanted, matches }: WordQuery & { known: readonly WeighedTerm[] },
): Led {
  let touched = 0;
  let rest = sumWeights(known);
  for (const [at, weighed] of known.entries()) {
    if (touched >= wanted && state.terms.postings.length(weighed.term) > longList) {
      const minimum = minOfBest(work, { touched, wanted, matches });
      if (rest < minimum) return { touched, following: known.slice(at), minimum };
    }
    touched = addTermScore(state, work, weighed, { touched, lowest: 0 });
    rest -= weighed.weight;
  }
  return { touched, following: [], minimum: 0 };
}

/** Adds the parts of the other terms, only to rows that may still be among the best. */
function addFollowingTerms(state: IndexState, work: Workspace, { touched, following, minimum }: Led): void {
  let rest = sumWeights(following);
  for (const weighed of following) {
    addTermScore(state, work, weighed, { touched, lowest: minimum - rest });
    rest -= weighed.weight;
  }
}

function sumWeights(terms: readonly WeighedTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

/** Score of the last of the best so far; minus infinity while there are fewer than wanted. */
function minOfBest(
  { scores, candidates }: Workspace,
  { touched, wanted, matches }: Pick<WordQuery, 'wanted' | 'matches'> & { touched: number },
): number {
  const best = createTopValues(wanted);
  let { minimum } = best;
  for (let at = 0; at < touched; at += 1) {
    const row = candidates[at] as number;
    const score = scores[row] as number;
    if (score <= minimum || !matches(row)) continue;
    best.add(score);
    minimum = best.minimum;
  }
  return minimum;
}

/** The score of single rows, from the terms of a row. */
function createRowScore(state: IndexState, known: readonly WeighedTerm[]): (row: number) => number {
  const weights = new Map(known.map(({ term, weight }) => [term, weight]));
  const [{ constant, perLength } = { constant: 0, perLength: 0 }] = known;
  return (row) => {
    const length = constant + perLength * (state.rows.lengths[row] ?? 0);
    let score = 0;
    for (const word of valuesOf(state.rows.terms, row)) {
      const weight = weights.get(word >>> weightBits);
      if (weight === undefined) continue;
      const frequency = weightOfCode[word & codeMask] as number;
      score += (weight * frequency) / (frequency + length);
    }
    return score;
  };
}
