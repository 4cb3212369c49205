/** The vectors of one model for the rows of the index, with how much they count beside words. */
import type { Meaning } from '../../catalogue/index-port.js';
import type { VectorQuery } from './vector-table.js';

/** Rows that have a vector, wherever it is. */
export interface RowTable {
  /** How many have one. */
  readonly size: number;
  ask(meaning: Meaning): VectorQuery;
}

/** Vectors by row. */
export interface RowVectors {
  /** The embedder's name for its model. */
  readonly model: string;
  /** Weight of the meaning against the words, 0..1. */
  readonly share: number;
  readonly table: RowTable;
}
