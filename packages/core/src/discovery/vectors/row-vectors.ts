/** The vectors of one model for the rows of the index, with their weight relative to words. */
import type { Meaning } from '../../catalogue/index-port.js';
import type { VectorQuery } from './vector-table.js';

/** Rows with a vector, wherever it is stored. */
export interface RowTable {
  /** Number of rows with a vector. */
  readonly size: number;
  ask(meaning: Meaning): VectorQuery;
}

/** Vectors by row. */
export interface RowVectors {
  /** The embedder's name for its model. */
  readonly model: string;
  /** Weight of the meaning relative to the words, 0..1. */
  readonly share: number;
  readonly table: RowTable;
  /** Rows whose vector is not available yet, or whose text has none. */
  readonly missing: ReadonlySet<number>;
}
