/** What the index holds, and the sweep that clears dead rows and unused words out of it. */
import { createNameOrder, type NameOrder } from './name-order.js';
import { addRow, compareNames, createRows, type Rows, rowFlags, termsOf } from './rows.js';
import { type CorpusStatistics, weightBits } from './score.js';
import { withRoom } from './typed-arrays.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

/** Everything that the index holds about entries, beside who may see them. */
export interface IndexState {
  rows: Rows;
  rowOfId: Map<string, number>;
  /** Postings are rows with the code of the term's weight in the lowest bits. */
  terms: Vocabulary;
  /** Public live entries that have the term, by term number. */
  publicEntries: Uint32Array;
  /** Postings are rows. */
  facets: Vocabulary;
  names: NameOrder;
  /** Over public live entries. */
  statistics: CorpusStatistics;
}

/** Dead rows that are always tolerated, so that small catalogues are never swept for nothing. */
const toleratedDead = 1024;
/** Dead rows tolerated per live row. */
const toleratedShare = 0.25;

/** Makes a state without entries. */
export function createIndexState(): IndexState {
  const rows = createRows();
  return {
    rows,
    rowOfId: new Map(),
    terms: createVocabulary(),
    publicEntries: new Uint32Array(0),
    facets: createVocabulary(),
    names: createNameOrder((left, right) => compareNames(rows, left, right)),
    statistics: { entries: 0, length: 0 },
  };
}

/** Adds the row to the statistics, or takes it out of them; only public rows count. */
export function countRow(state: IndexState, row: number, difference: 1 | -1): void {
  const { rows, statistics } = state;
  if (((rows.flags[row] ?? 0) & rowFlags.public) === 0) return;
  statistics.entries += difference;
  statistics.length += difference * (rows.lengths[row] ?? 0);
  state.publicEntries = withRoom(state.publicEntries, state.terms.postings.lists);
  const counts = state.publicEntries;
  for (const term of termsOf(rows, row)) counts[term] = (counts[term] ?? 0) + difference;
}

/** True when dead rows have grown to more than their share. */
export function needsSweep(state: IndexState): boolean {
  const dead = state.rows.count - state.rows.live;
  return dead > toleratedDead && dead > state.rows.live * toleratedShare;
}

/** Stands for a row that is not taken along. */
const gone = 0xffffffff;

/** A state with the same live entries and nothing else. */
export function sweptState(state: IndexState): IndexState {
  const old = state.rows;
  const next = createIndexState();
  const newRow = new Uint32Array(old.count);
  let count = 0;
  for (let row = 0; row < old.count; row += 1) newRow[row] = isLive(old, row) ? count++ : gone;
  const terms = state.terms.swept((posting) => {
    const row = newRow[posting >>> weightBits] as number;
    return row === gone ? undefined : (row << weightBits) | (posting & (2 ** weightBits - 1));
  });
  const facets = state.facets.swept((posting) => {
    const row = newRow[posting] as number;
    return row === gone ? undefined : row;
  });
  next.terms = terms.vocabulary;
  next.facets = facets.vocabulary;
  for (let row = 0; row < old.count; row += 1) {
    if (newRow[row] !== gone) moveRow(old, row, next, terms.numbers);
  }
  return next;
}

function isLive(rows: Rows, row: number): boolean {
  return ((rows.flags[row] ?? 0) & rowFlags.live) !== 0;
}

function moveRow(old: Rows, from: number, next: IndexState, termNumbers: Uint32Array): void {
  const id = old.ids[from] ?? '';
  const row = addRow(next.rows, {
    id,
    name: old.names[from] ?? '',
    seq: old.seqs[from] ?? 0,
    flags: old.flags[from] ?? 0,
    accessClass: old.accessClasses[from] ?? 0,
    length: old.lengths[from] ?? 0,
    terms: Array.from(termsOf(old, from), (term) => termNumbers[term] ?? 0),
  });
  next.rowOfId.set(id, row);
  next.names.add(row);
  countRow(next, row, 1);
}
