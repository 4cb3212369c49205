/**
 * Vectors' part of the store: what embedding cost once is never paid again. A vector belongs to a model and to a text,
 * which stands here as its hash; which entries have that text is the index's business.
 */

/** A vector as it is kept. */
export interface KeptVector {
  /** Of the text, at most 64 characters. */
  hash: string;
  /** In the form of `packVector`; at most 16,388 bytes. */
  packed: Uint8Array;
}

/** Kept vectors. */
export interface VectorStore {
  /** Those among the hashes that are kept for the model, in any order. */
  read(model: string, hashes: readonly string[]): Promise<KeptVector[]>;
  /** Keeps vectors; one that is there already stays as it is. */
  write(model: string, vectors: readonly KeptVector[]): Promise<void>;
  /** Models that have vectors, with how many, in the order of their names. */
  models(): Promise<{ model: string; count: number }[]>;
  /** Hashes kept for the model in order, behind `after`, at most `limit`. */
  hashes(model: string, after: string, limit: number): Promise<string[]>;
  /** Removes these of the model. */
  remove(model: string, hashes: readonly string[]): Promise<void>;
}
