/**
 * Finds the rows that match a query: by the steps of its conditions, by the terms of its text, and by visibility. Only
 * the loops over postings grow with the catalogue.
 */
import type { IndexState } from './index-state.js';
import { rowFlags } from './rows.js';
import { type Bm25, codeMask, lengthNorm, rarity, weightBits, weightOfCode } from './score.js';
import type { Vocabulary } from './vocabulary.js';
import type { Workspace } from './workspace.js';

/** The text scores of a query. */
export interface TermScores {
  /** Number of rows with a score; they are the first of `candidates`. */
  touched: number;
  /** Upper bound of the score. */
  possible: number;
}

/** Adds every term's part to the scores of the rows that have it. */
export function addTermScores(state: IndexState, work: Workspace, terms: readonly string[], bm25: Bm25): TermScores {
  const { statistics, publicEntries } = state;
  const norm = lengthNorm(bm25, statistics);
  work.scores.fill(0, 0, state.rows.count);
  const result: TermScores = { touched: 0, possible: 0 };
  for (const word of terms) {
    const term = state.terms.find(word);
    const weight = rarity(statistics.entries, term < 0 ? 0 : (publicEntries[term] ?? 0));
    result.possible += weight;
    if (term < 0) continue;
    result.touched = addTermScore(state, work, { term, weight, ...norm }, { touched: result.touched, lowest: 0 });
  }
  return result;
}

/** One term of a query with the numbers of its formula. */
export interface WeighedTerm {
  term: number;
  weight: number;
  constant: number;
  perLength: number;
}

/**
 * Adds one term's part to the rows whose score is at least `lowest`; returns the number of rows with a score, which are
 * the first of `candidates`. If `lowest` is above 0, no row gets its first part.
 */
export function addTermScore(
  state: IndexState,
  work: Workspace,
  weighed: WeighedTerm,
  before: { touched: number; lowest: number },
): number {
  const { postings } = state.terms;
  const { lengths } = state.rows;
  const { scores, candidates } = work;
  const { term, weight, constant, perLength } = weighed;
  const pool = postings.pool();
  const start = postings.start(term);
  const end = start + postings.length(term);
  let { touched } = before;
  const { lowest } = before;
  for (let at = start; at < end; at += 1) {
    const posting = pool[at] as number;
    const row = posting >>> weightBits;
    const score = scores[row] as number;
    if (score < lowest) continue;
    if (score === 0) candidates[touched++] = row;
    const frequency = weightOfCode[posting & codeMask] as number;
    scores[row] = score + (weight * frequency) / (frequency + constant + perLength * (lengths[row] as number));
  }
  return touched;
}

/** Passes the rows of a key to `take`; false when the key is unknown. */
function forEachRow(vocabulary: Vocabulary, key: string, take: (row: number) => void): boolean {
  const list = vocabulary.find(key);
  if (list < 0) return false;
  const { postings } = vocabulary;
  const pool = postings.pool();
  const start = postings.start(list);
  const end = start + postings.length(list);
  for (let at = start; at < end; at += 1) take(pool[at] as number);
  return true;
}

/** Counts in `work.steps` how many of the steps each row satisfies, in order; false when a step matches no row. */
export function takeSteps(state: IndexState, work: Workspace, steps: readonly (readonly string[])[]): boolean {
  const taken = work.steps;
  if (steps.length > 0) taken.fill(0, 0, state.rows.count);
  for (const [step, keys] of steps.entries()) {
    let possible = false;
    for (const key of keys) {
      const known = forEachRow(state.facets, key, (row) => {
        if (taken[row] === step) taken[row] = step + 1;
      });
      possible ||= known;
    }
    if (!possible) return false;
  }
  return true;
}

/** Counts in `work.languagesMet` how many of the keys each row has. */
export function meetLanguages(state: IndexState, work: Workspace, keys: readonly string[]): void {
  const met = work.languagesMet;
  met.fill(0, 0, state.rows.count);
  for (const key of keys) {
    forEachRow(state.facets, key, (row) => {
      met[row] = (met[row] as number) + 1;
    });
  }
}

/** Decides by access class whether the caller may see a row. */
export type Sight = (accessClass: number) => boolean;

/** True when a live row with the key is visible to the caller. */
export function hasVisibleRow(state: IndexState, key: string, sees: Sight): boolean {
  const { flags, accessClasses } = state.rows;
  const list = state.facets.find(key);
  if (list < 0) return false;
  const { postings } = state.facets;
  const start = postings.start(list);
  return postings
    .pool()
    .subarray(start, start + postings.length(list))
    .some((row) => {
      const flag = flags[row] ?? 0;
      return flag !== 0 && ((flag & rowFlags.public) !== 0 || sees(accessClasses[row] ?? 0));
    });
}

/** Creates the test of a row: live, visible, every step satisfied, and active unless the status was requested. */
export function createRowTest(
  state: IndexState,
  work: Workspace,
  query: { steps: number; statusAsked: boolean; sees: Sight },
): (row: number) => boolean {
  const { flags, accessClasses } = state.rows;
  const { steps } = work;
  const hidden = query.statusAsked ? 0 : rowFlags.inactive;
  return (row) => {
    const flag = flags[row] as number;
    if (flag === 0 || (flag & hidden) !== 0) return false;
    if (query.steps > 0 && steps[row] !== query.steps) return false;
    return (flag & rowFlags.public) !== 0 || query.sees(accessClasses[row] as number);
  };
}
