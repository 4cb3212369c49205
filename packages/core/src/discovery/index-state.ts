/** The state of the index. */
import { createEntryRows, type EntryRows, type SavedEntryRows, saveEntryRows } from './entry-rows.js';
import { type Blocks, createBlocks, type SavedBlocks } from './postings.js';
import { createRows, type Rows, type SavedRows, saveRows } from './rows.js';
import type { CorpusStatistics } from './score.js';
import { restored } from './typed-arrays.js';
import { createVocabulary, type SavedVocabulary, type Vocabulary } from './vocabulary.js';

/** The searched and filtered data, whatever a row represents; access is stored separately. */
export interface IndexState {
  /** The pool of all lists. */
  blocks: Blocks;
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

/** A state as it is saved. */
export interface SavedIndexState {
  blocks: SavedBlocks;
  rows: SavedRows;
  terms: SavedVocabulary;
  publicEntries: Uint32Array;
  facets: SavedVocabulary;
  statistics: CorpusStatistics;
}

/** The state of an index of entries as it is saved. */
export interface SavedEntryState extends SavedIndexState {
  entries: SavedEntryRows;
}

/** Creates a state without rows, or the saved one. */
export function createIndexState(saved?: SavedIndexState): IndexState {
  // One pool for all: blocks that long lists leave when they grow are reused for the short lists of rows.
  const blocks = createBlocks(saved?.blocks);
  return {
    blocks,
    rows: createRows(blocks, saved?.rows),
    terms: createVocabulary(blocks, saved?.terms),
    publicEntries: restored(saved?.publicEntries ?? new Uint32Array(0)),
    facets: createVocabulary(blocks, saved?.facets),
    statistics: { entries: 0, length: 0, ...saved?.statistics },
  };
}

/** Creates a state without entries, or the saved one. */
export function createEntryState(saved?: SavedEntryState): EntryState {
  return { ...createIndexState(saved), entries: createEntryRows(saved?.entries) };
}

/** The state for a snapshot; valid until the next change. */
export function saveIndexState(state: IndexState): SavedIndexState {
  return {
    blocks: state.blocks.save(),
    rows: saveRows(state.rows),
    terms: state.terms.save(),
    publicEntries: state.publicEntries,
    facets: state.facets.save(),
    statistics: state.statistics,
  };
}

/** The state of an index of entries for a snapshot; valid until the next change. */
export function saveEntryState(state: EntryState): SavedEntryState {
  return { ...saveIndexState(state), entries: saveEntryRows(state.entries) };
}
