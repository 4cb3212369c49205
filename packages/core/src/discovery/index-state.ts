/** What the index holds. */
import { createEntryRows, type EntryRows } from './entry-rows.js';
import { createRows, type Rows } from './rows.js';
import type { CorpusStatistics } from './score.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

/** What is searched and filtered by, whatever a row stands for; who may see it is kept apart. */
export interface IndexState {
  rows: Rows;
  /** Postings are rows with the code of the term's weight in the lowest bits. */
  terms: Vocabulary;
  /** Public entries that have the term, by term number. */
  publicEntries: Uint32Array;
  /** Postings are rows. */
  facets: Vocabulary;
  /** Over public entries. */
  statistics: CorpusStatistics;
}

/** The state of an index whose rows are entries. */
export interface EntryState extends IndexState {
  entries: EntryRows;
}

/** Makes a state without rows. */
export function createIndexState(): IndexState {
  return {
    rows: createRows(),
    terms: createVocabulary(),
    publicEntries: new Uint32Array(0),
    facets: createVocabulary(),
    statistics: { entries: 0, length: 0 },
  };
}

/** Makes a state without entries. */
export function createEntryState(): EntryState {
  return { ...createIndexState(), entries: createEntryRows() };
}
