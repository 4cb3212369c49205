/** What the index holds. */
import { createEntryRows, type EntryRows } from './entry-rows.js';
import { createBlocks } from './postings.js';
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
  // One pool for all: the blocks that long lists leave when they grow serve the short lists of rows.
  const blocks = createBlocks();
  return {
    rows: createRows(blocks),
    terms: createVocabulary(blocks),
    publicEntries: new Uint32Array(0),
    facets: createVocabulary(blocks),
    statistics: { entries: 0, length: 0 },
  };
}

/** Makes a state without entries. */
export function createEntryState(): EntryState {
  return { ...createIndexState(), entries: createEntryRows() };
}
