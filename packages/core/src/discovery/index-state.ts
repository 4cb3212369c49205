/** What the index holds. */
import { createNameOrder, type NameOrder } from './name-order.js';
import { compareNames, createRows, type Rows } from './rows.js';
import type { CorpusStatistics } from './score.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

/** Everything that the index holds about entries, beside who may see them. */
export interface IndexState {
  rows: Rows;
  rowOfId: Map<string, number>;
  /** Postings are rows with the code of the term's weight in the lowest bits. */
  terms: Vocabulary;
  /** Public entries that have the term, by term number. */
  publicEntries: Uint32Array;
  /** Postings are rows. */
  facets: Vocabulary;
  names: NameOrder;
  /** Over public entries. */
  statistics: CorpusStatistics;
}

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
