/** The state of the index. */
import { createEntryRows, type EntryRows } from './entry-rows.js';
import { createBlocks } from './postings.js';
import { createRows, type Rows } from './rows.js';
import type { CorpusStatistics } from './score.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

/** The searched and filtered data, whatever a row represents; access is stored separately. */
export interface IndexState {
  rows: Rows;
  /** Postings are rows with the code of the term's weight in the lowest bits. */
  terms: Vocabulary;
  /** Number of public entries with the term, by term number. */
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

/** Creates a state without rows. */
export function createIndexState(): IndexState {
  // One pool for all: blocks that long lists leave when they grow are reused for the short lists of rows.
  const blocks = createBlocks();
  return {
    rows: createRows(blocks),
    terms: createVocabulary(blocks),
    publicEntries: new Uint32Array(0),
    facets: createVocabulary(blocks),
    statistics: { entries: 0, length: 0 },
  };
}

/** Creates a state without entries. */
export function createEntryState(): EntryState {
  return { ...createIndexState(), entries: createEntryRows() };
}
