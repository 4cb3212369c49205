/** Answers queries over the index state: match, score, take the page. */
import type { Caller } from '../access/caller.js';
import type { FindQuery, FindResult, Hit } from '../catalogue/index-port.js';
import type { AccessClasses } from './access-classes.js';
import { asksForLanguage, conditionSteps, fieldKey, languageKey } from './facets.js';
import type { IndexState } from './index-state.js';
import { addTermScores, createRowTest, hasVisibleRow, meetLanguages, takeSteps } from './match.js';
import { pageByName, pageByScore, walkByName } from './page.js';
import { type QueryText, readQueryText } from './query-text.js';
import { rowFlags } from './rows.js';
import { adjustScore, type Bm25, scoreOfUnits } from './score.js';
import type { Tokenizer } from './tokenize.js';
import { createWorkspace, fitWorkspace, type Workspace } from './workspace.js';

/** Answers queries over the index state. */
export interface IndexFinder {
  find(state: IndexState, query: FindQuery, caller: Caller): FindResult;
  /** True when some entry that the caller may see has a value for the field. */
  knowsField(state: IndexState, field: string, caller: Caller): boolean;
}

/** What the finder works with. */
export interface FinderOptions {
  tokenizer: Tokenizer;
  classes: AccessClasses;
  bm25: Bm25;
  /** Text scores below this are left out, 0..1. */
  floor: number;
}

/** A listing walks the name order when more rows match than this, and sorts the matches otherwise. */
const fewRows = 1024;

/** Makes a finder. */
export function createIndexFinder(options: FinderOptions): IndexFinder {
  const { tokenizer, classes } = options;
  const work = createWorkspace();
  return {
    find(state, given, caller) {
      const query = { ...given, skip: Math.max(0, given.skip), top: Math.max(0, given.top) };
      fitWorkspace(work, state.rows.count);
      const steps = conditionSteps(query.conditions);
      if (!takeSteps(state, work, steps)) return { hits: [], count: 0 };
      const statusAsked = query.conditions.some(({ field, values }) => field === 'status' && values.length > 0);
      const matches = createRowTest(state, work, {
        steps: steps.length,
        statusAsked,
        sees: classes.sightOf(caller),
      });
      const text = readQueryText(query.text, tokenizer);
      if (text === undefined) return list(state, work, query, matches);
      const count = matchText(state, work, { text, query, matches, options });
      const page = query.order === 'relevance' ? pageByScore : pageByName;
      return { hits: page(state, work, query, count).map((row) => toHit(state, row, work.scores)), count };
    },
    knowsField: (state, field, caller) => hasVisibleRow(state, fieldKey(field), classes.sightOf(caller)),
  };
}

function list(state: IndexState, work: Workspace, query: FindQuery, matches: (row: number) => boolean): FindResult {
  const { candidates } = work;
  let count = 0;
  for (let row = 0; row < state.rows.count; row += 1) if (matches(row)) candidates[count++] = row;
  const rows = count > fewRows ? walkByName(state, query, matches) : pageByName(state, work, query, count);
  return { hits: rows.map((row) => toHit(state, row)), count };
}

/** Leaves the rows that match in `candidates`, their final scores in `scores`, and returns their number. */
function matchText(
  state: IndexState,
  work: Workspace,
  asked: { text: QueryText; query: FindQuery; matches: (row: number) => boolean; options: FinderOptions },
): number {
  const { text, query, matches, options } = asked;
  const { touched, possible } = addTermScores(state, work, text.terms, options.bm25);
  meetLanguages(state, work, text.languages.map(languageKey));
  const { scores, candidates, languagesMet } = work;
  const byLanguage = asksForLanguage(query.conditions);
  const mentioned = Math.max(1, text.languages.length);
  let count = 0;
  for (let at = 0; at < touched; at += 1) {
    const row = candidates[at] as number;
    const score = (scores[row] as number) / possible;
    if (score < options.floor || !matches(row)) continue;
    const flags = state.rows.flags[row] as number;
    scores[row] = adjustScore(score, {
      languagesMet: (languagesMet[row] as number) / mentioned,
      deprecated: (flags & rowFlags.deprecated) !== 0,
      byLanguage,
      declaresLanguage: (flags & rowFlags.declaresLanguage) !== 0,
    });
    candidates[count++] = row;
  }
  return count;
}

function toHit(state: IndexState, row: number, scores?: Float32Array): Hit {
  const summary = state.rows.summaries[row];
  if (summary === undefined) throw new Error('a free row was found');
  return scores === undefined ? { ...summary } : { ...summary, score: scoreOfUnits(scores[row] ?? 0) };
}
