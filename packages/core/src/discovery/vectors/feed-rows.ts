/** The target of a feed: a table of vectors in this process, or the numbers of vectors that the store compares. */
import type { Meaning } from '../../catalogue/index-port.js';
import type { RowTable } from './row-vectors.js';
import type { HashedText, VectorSources } from './stored-vectors.js';
import { obtainVectors, readVectors } from './stored-vectors.js';
import { createVectorTable } from './vector-table.js';

/** The candidate rows of one query and one caller. */
export interface RowScope {
  /** Rows that may be found. */
  among: Uint32Array;
  /** Rows whose similarity is needed in any case. */
  additional: readonly number[];
  /** Maximum number of results. */
  wanted: number;
}

/** Assigns the vector of a hash to a row; false when there is none. */
export type AssignVector = (row: number, hash: string) => boolean;

/** Stores the vectors of the rows of a feed. */
export interface FeedRows {
  readonly table: RowTable;
  /** Finds the stored vectors of these texts. */
  find(texts: readonly HashedText[]): Promise<AssignVector>;
  /** Finds the vectors of these texts, and computes and stores the missing ones. */
  obtain(texts: readonly HashedText[], signal: AbortSignal): Promise<AssignVector>;
  clear(row: number): void;
  /** Releases vectors in the store that no row uses. */
  discard(hashes: readonly string[]): Promise<void>;
  /** Called when every row has its vector. */
  complete(): Promise<void>;
  /** The meaning with its nearest rows; absent when the table itself compares. */
  lookUp?(meaning: Meaning, scope: RowScope): Promise<Meaning>;
}

/** Vectors in a table of this process. */
export function createTableRows(sources: VectorSources): FeedRows {
  const { embedder, store } = sources;
  const table = createVectorTable({ dimensions: embedder.dimensions });
  const assignFrom =
    (known: ReadonlyMap<string, Uint8Array>): AssignVector =>
    (row, hash) => {
      const packed = known.get(hash);
      if (packed !== undefined) table.set(row, packed);
      return packed !== undefined;
    };
  return {
    table: {
      get size() {
        return table.size;
      },
      ask: ({ vector }) => table.ask(vector),
    },
    find: async (texts) => assignFrom(await readVectors(sources, texts)),
    obtain: async (texts, signal) => assignFrom(await obtainVectors(sources, texts, signal)),
    clear: table.clear,
    discard: (hashes) => store.remove(embedder.model, hashes),
    complete: async () => undefined,
  };
}
