/** The vectors of one model for the rows of the index, with how much they count beside words. */
import type { VectorTable } from './vector-table.js';

/** Vectors by row. */
export interface RowVectors {
  /** The embedder's name for its model. */
  readonly model: string;
  /** Weight of the meaning against the words, 0..1. */
  readonly share: number;
  readonly table: VectorTable;
}
