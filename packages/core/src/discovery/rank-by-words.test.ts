import { describe, expect, it } from 'vitest';
import { createAccessClasses } from './access-classes.js';
import { defaultWeights } from './fields.js';
import { makeEntry } from './fixtures/entries.js';
import { createIndexState } from './index-state.js';
import { createIndexWriter } from './index-writer.js';
import { defaultBm25 } from './lexical-index.js';
import { addTermScores } from './match.js';
import { rankByWords } from './rank-by-words.js';
import { createWorkspace, fitWorkspace } from './workspace.js';

/** Enough rows that the lists of common terms are long enough to be skipped. */
const rows = 20_000;

function setUp() {
  const state = createIndexState();
  const writer = createIndexWriter(defaultWeights, createAccessClasses());
  for (let at = 0; at < rows; at += 1) {
    const words = ['harbour', at % 2 === 0 ? 'ferry' : 'cargo', `pier${at % 40}`, 'quay '.repeat(at % 7)];
    writer.add(state, makeEntry(`e${at}`, { name: 'x', description: words.join(' ') }));
  }
  const work = createWorkspace();
  fitWorkspace(work, rows);
  return { state, work };
}

describe('rankByWords', () => {
  const { state, work } = setUp();
  const byFalling = (a: number, b: number) => (work.scores[b] as number) - (work.scores[a] as number) || a - b;

  /** Every list read, every row sorted. */
  function rankAll(terms: readonly string[], matches: (row: number) => boolean) {
    const { touched, possible } = addTermScores(state, work, terms, defaultBm25);
    const found = [...work.candidates.subarray(0, touched)].filter(matches).sort(byFalling).slice(0, 50);
    return found.map((row) => [row, ((work.scores[row] as number) / possible).toFixed(5)]);
  }

  function rank(terms: readonly string[], matches: (row: number) => boolean) {
    const query = { terms, bm25: defaultBm25, wanted: 50, floor: 0, matches };
    const { rows: found, shareOf } = rankByWords(state, work, query, byFalling);
    return found.map((row) => [row, shareOf(row).toFixed(5)]);
  }

  const everything = () => true;
  const few = (row: number) => row % 500 === 3;

  it.each([
    ['a rare term and common ones', ['pier7', 'harbour', 'cargo'], everything],
    ['common terms alone', ['harbour', 'ferri', 'quai'], everything],
    ['a term that no row has', ['lighthous', 'pier3', 'harbour'], everything],
    ['conditions that few rows satisfy', ['pier3', 'harbour', 'quai'], few],
    ['conditions that no row satisfies', ['pier3', 'harbour'], () => false],
    ['no term at all', [], everything],
  ])('finds what reading every list would find: %s', (_, terms, matches) => {
    expect(rank(terms, matches)).toEqual(rankAll(terms, matches));
  });

  it('adds no row from long lists that cannot reach the best', () => {
    rank(['pier7', 'harbour', 'cargo'], everything);
    const scored = work.scores.subarray(0, rows).filter((score) => score > 0).length;
    expect(scored).toBeLessThan(rows / 2);
  });
});
