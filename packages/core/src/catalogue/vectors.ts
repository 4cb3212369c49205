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
  /** Compares vectors where they are kept; absent where whoever reads them compares them. */
  readonly comparer?: VectorComparer;
}

/** What is asked of a comparer. */
export interface NearestQuestion {
  model: string;
  /** Of length 1. */
  vector: Float32Array;
  /** Numbers of the texts that may be found at all; one may stand there twice. */
  among: Uint32Array;
  /** How many of them, at most. */
  wanted: number;
  /** Numbers of texts whose likeness is wanted however far they are. */
  beside: readonly number[];
}

/**
 * Compares kept vectors where they are kept. A text goes by its hash until it is known, and by a number from then on:
 * 1, 2, 3 …, its own in the whole store.
 */
export interface VectorComparer {
  /** What does it, for people: a name and a version. */
  readonly name: string;
  /** Numbers of those among the hashes that can be compared; whoever asks uses them. */
  find(model: string, hashes: readonly string[]): Promise<Map<string, number>>;
  /** Lets kept vectors be compared, and gives their numbers; one that is there already keeps its own. */
  add(model: string, vectors: readonly { hash: string; vector: Float32Array }[]): Promise<Map<string, number>>;
  /** Likeness by number, -1..1: of the nearest among those that may be found, and of those beside. */
  nearest(question: NearestQuestion): Promise<Map<number, number>>;
  /** Says that these are of no use here; another node may still use them, or begin to, which takes this back. */
  release(model: string, hashes: readonly string[]): Promise<void>;
  /**
   * Removes what was released a day ago, and does what a great number of vectors of this model needs to be compared
   * quickly; may take minutes, and need not be waited for.
   */
  tend(model: string, dimensions: number): Promise<void>;
}
