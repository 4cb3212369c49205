/**
 * The vectors in the store: embedding a text once is enough. A vector belongs to a model and to a text, identified by
 * its hash; the index knows which entries have that text.
 */

/** A stored vector. */
export interface StoredVector {
  /** Hash of the text, at most 64 characters. */
  hash: string;
  /** In the form of `packVector`; at most 16,388 bytes. */
  packed: Uint8Array;
}

/** Stored vectors. */
export interface VectorStore {
  /** The vectors of these hashes that are stored for the model, in any order. */
  read(model: string, hashes: readonly string[]): Promise<StoredVector[]>;
  /** Stores vectors; an existing one stays as it is. */
  write(model: string, vectors: readonly StoredVector[]): Promise<void>;
  /** Models with vectors and their number, sorted by name. */
  models(): Promise<{ model: string; count: number }[]>;
  /** Hashes stored for the model in order, after `after`, at most `limit`. */
  hashes(model: string, after: string, limit: number): Promise<string[]>;
  /** Removes these vectors of the model. */
  remove(model: string, hashes: readonly string[]): Promise<void>;
  /** Compares vectors inside the store; absent when readers compare them. */
  readonly comparer?: VectorComparer;
}

/** A query for a comparer. */
export interface NearestQuestion {
  model: string;
  /** Of length 1. */
  vector: Float32Array;
  /** Numbers of the texts that may be found; duplicates are allowed. */
  among: Uint32Array;
  /** Maximum number of results. */
  wanted: number;
  /** Numbers of texts whose similarity is returned in any case. */
  additional: readonly number[];
}

/**
 * Compares stored vectors inside the store. A text is identified by its hash until it is known, and by a number from
 * then on: 1, 2, 3 …, unique in the whole store.
 */
export interface VectorComparer {
  /** Name and version of the comparer, for display. */
  readonly name: string;
  /** Numbers of the hashes that can be compared; the caller counts as a user of them. */
  find(model: string, hashes: readonly string[]): Promise<Map<string, number>>;
  /** Makes stored vectors comparable and returns their numbers; an existing one keeps its number. */
  add(model: string, vectors: readonly { hash: string; vector: Float32Array }[]): Promise<Map<string, number>>;
  /** Similarity by number, -1..1: of the nearest among the candidates, and of the additional ones. */
  nearest(question: NearestQuestion): Promise<Map<number, number>>;
  /** Declares these unused on this node; another node may still use them, or start to, which cancels the release. */
  release(model: string, hashes: readonly string[]): Promise<void>;
  /**
   * Removes what was released a day ago, and optimizes the comparison of many vectors of this model; may take minutes
   * and need not be awaited.
   */
  tend(model: string, dimensions: number): Promise<void>;
}
