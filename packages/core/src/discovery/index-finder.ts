/** Answers queries on the index state: match, score, select the page. */
import type { Caller } from '../access/caller.js';
import type { FindQuery, FindResult, Hit } from '../catalogue/index-port.js';
import type { AccessClasses } from './access-classes.js';
import { describeRow, nameKey } from './entry-rows.js';
import { asksForLanguage, conditionSteps, fieldKey, languageKey } from './facets.js';
import { createFusion } from './fuse.js';
import type { EntryState } from './index-state.js';
import { addTermScores, createRowTest, hasVisibleRow, meetLanguages, takeSteps } from './match.js';
import { pageByName, pageByScore, walkByName } from './page.js';
import { type QueryText, readQueryText } from './query-text.js';
import { rowFlags } from './rows.js';
import { adjustScore, type Bm25, scoreOfUnits } from './score.js';
import type { Tokenizer } from './tokenize.js';
import { createWorkspace, fitWorkspace, type Workspace } from './workspace.js';

/** Answers queries on the index state. */
export interface IndexFinder {
  find(state: EntryState, query: FindQuery, caller: Caller, near?: NearEntries): FindResult;
  /** True when an entry that the caller may see has a value for the field. */
  knowsField(state: EntryState, field: string, caller: Caller): boolean;
}

/** Entries that are similar in meaning, and the weight of that. */
export interface NearEntries {
  /** Similarity by id; all of them satisfy the conditions. */
  likeness: ReadonlyMap<string, number>;
  /** Maximum similarity of all others. */
  rest: number;
  /** Ids of entries whose similarity is not fully known yet. */
  incomplete: ReadonlySet<string>;
  /** Weight of the meaning relative to the words, 0..1. */
  share: number;
}

/** Options of the finder. */
export interface FinderOptions {
  tokenizer: Tokenizer;
  classes: AccessClasses;
  bm25: Bm25;
  /** Text scores below this are left out, 0..1. */
  floor: number;
}

/** With more matching rows than this, a listing walks the name order; otherwise it sorts the matches. */
const fewRows = 1024;

/** Creates a finder. */
export function createIndexFinder(options: FinderOptions): IndexFinder {
  const { tokenizer, classes } = options;
  const work = createWorkspace();
  return {
    find(state, given, caller, near) {
      const query = { ...given, skip: Math.max(0, given.skip), top: Math.max(0, given.top) };
      fitWorkspace(work, state.rows.count);
      const steps = conditionSteps(query.conditions);
      if (!takeSteps(state, work, steps)) return { hits: [], count: 0 };
      const statusAsked = query.conditions.some(({ field, values }) => field === 'status' && values.length > 0);
      const test = createRowTest(state, work, {
        steps: steps.length,
        statusAsked,
        sees: classes.sightOf(caller),
      });
      const matches = query.namePart === undefined ? test : withNamePart(state, test, query.namePart);
      const text = readQueryText(query.text, tokenizer);
      if (text === undefined) return list(state, work, query, matches);
      const asked = { text, query, matches, options };
      const count = near === undefined ? matchText(state, work, asked) : matchBoth(state, work, { ...asked, near });
      const page = query.order === 'relevance' ? pageByScore : pageByName;
      return { hits: page(state, work, query, count).map((row) => toHit(state, row, work.scores)), count };
    },
    knowsField: (state, field, caller) => hasVisibleRow(state, fieldKey(field), classes.sightOf(caller)),
  };
}

function withNamePart({ entries }: EntryState, test: (row: number) => boolean, part: string) {
  const key = nameKey(part);
  return (row: number) =>
    test(row) && (entries.nameKeys[row]?.includes(key) === true || entries.ids[row]?.includes(part) === true);
}

function list(state: EntryState, work: Workspace, query: FindQuery, matches: (row: number) => boolean): FindResult {
  const { candidates } = work;
  let count = 0;
  for (let row = 0; row < state.rows.count; row += 1) if (matches(row)) candidates[count++] = row;
  const rows = count > fewRows ? walkByName(state, query, matches) : pageByName(state, work, query, count);
  return { hits: rows.map((row) => toHit(state, row)), count };
}

interface TextSearch {
  text: QueryText;
  query: FindQuery;
  matches: (row: number) => boolean;
  options: FinderOptions;
}

/** Leaves the matching rows in `candidates`, their final scores in `scores`, and returns their number. */
function matchText(state: EntryState, work: Workspace, search: TextSearch): number {
  const { text, matches, options } = search;
  const { touched, possible } = addTermScores(state, work, text.terms, options.bm25);
  const adjust = createAdjust(state, work, search);
  const { scores, candidates } = work;
  let count = 0;
  for (let at = 0; at < touched; at += 1) {
    const row = candidates[at] as number;
    const score = (scores[row] as number) / possible;
    if (score < options.floor || !matches(row)) continue;
    scores[row] = adjust(row, score);
    candidates[count++] = row;
  }
  return count;
}

/** The same with meaning: similar rows match too, whatever their words. */
function matchBoth(state: EntryState, work: Workspace, search: TextSearch & { near: NearEntries }): number {
  const { text, matches, options, near } = search;
  const { touched, possible } = addTermScores(state, work, text.terms, options.bm25);
  const adjust = createAdjust(state, work, search);
  const { scores, candidates } = work;
  const rowOf = (id: string) => state.entries.rowOfId.get(id);
  const incomplete = new Set([...near.incomplete].map(rowOf));
  const likeness = new Map<number, number>();
  let listed = touched;
  for (const [id, value] of near.likeness) {
    const row = rowOf(id);
    if (row === undefined) continue;
    if (scores[row] === 0) candidates[listed++] = row;
    likeness.set(row, value);
  }
  const fusion = createFusion(near.share);
  let count = 0;
  for (let at = 0; at < listed; at += 1) {
    const row = candidates[at] as number;
    const words = possible === 0 ? 0 : (scores[row] as number) / possible;
    if ((words < options.floor && !likeness.has(row)) || !matches(row)) continue;
    scores[row] = words;
    const meaning = likeness.get(row) ?? (incomplete.has(row) ? undefined : near.rest);
    fusion.add(meaning === undefined ? { words } : { words, meaning });
    candidates[count++] = row;
  }
  for (let at = 0; at < count; at += 1) {
    const row = candidates[at] as number;
    const words = scores[row] as number;
    const known = fusion.fuse({ words, meaning: likeness.get(row) ?? near.rest });
    scores[row] = adjust(row, incomplete.has(row) ? Math.max(known, fusion.fuse({ words })) : known);
  }
  return count;
}

/** The factors of a row's score in addition to its text. */
function createAdjust(state: EntryState, work: Workspace, { text, query }: TextSearch) {
  meetLanguages(state, work, text.languages.map(languageKey));
  const byLanguage = asksForLanguage(query.conditions);
  const mentioned = Math.max(1, text.languages.length);
  const { languagesMet } = work;
  return (row: number, score: number): number => {
    const flags = state.rows.flags[row] as number;
    return adjustScore(score, {
      languagesMet: (languagesMet[row] as number) / mentioned,
      deprecated: (flags & rowFlags.deprecated) !== 0,
      byLanguage,
      declaresLanguage: (flags & rowFlags.declaresLanguage) !== 0,
    });
  };
}

function toHit(state: EntryState, row: number, scores?: Float32Array): Hit {
  const described = describeRow(state.entries, row);
  if (described === undefined) throw new Error('a free row was found');
  const { summary } = described;
  return scores === undefined ? { ...summary } : { ...summary, score: scoreOfUnits(scores[row] ?? 0) };
}
