/** What a feed brings its rows to: a table of vectors here, or the numbers of vectors that the store compares. */
import type { Meaning } from '../../catalogue/index-port.js';
import type { HashedText, VectorSources } from './kept-vectors.js';
import { obtainVectors } from './kept-vectors.js';
import type { RowTable } from './row-vectors.js';
import { createVectorTable } from './vector-table.js';

/** Rows among which to look, for one query and one caller. */
export interface RowScope {
  /** Rows that may be found. */
  among: Uint32Array;
  /** Rows whose likeness is wanted however far they are. */
  beside: readonly number[];
  /** How many, at most. */
  wanted: number;
}

/** Holds what the rows of a feed have. */
export interface RowHolder {
  readonly table: RowTable;
  /** Obtains what these texts have; the answer gives it to a row. */
  obtain(texts: readonly HashedText[], signal: AbortSignal): Promise<(row: number, hash: string) => void>;
  clear(row: number): void;
  /** Lets the store go without vectors that no row has. */
  discard(hashes: readonly string[]): Promise<void>;
  /** For when every row has its vector. */
  complete(): Promise<void>;
  /** The meaning with what is near; absent where the table itself compares. */
  lookUp?(meaning: Meaning, scope: RowScope): Promise<Meaning>;
}

/** Vectors in a table of this process. */
export function holdVectors(sources: VectorSources): RowHolder {
  const { embedder, store } = sources;
  const table = createVectorTable({ dimensions: embedder.dimensions });
  return {
    table: {
      get size() {
        return table.size;
      },
      ask: ({ vector }) => table.ask(vector),
    },
    async obtain(texts, signal) {
      const known = await obtainVectors(sources, texts, signal);
      return (row, hash) => {
        const packed = known.get(hash);
        if (packed !== undefined) table.set(row, packed);
      };
    },
    clear: table.clear,
    discard: (hashes) => store.remove(embedder.model, hashes),
    complete: async () => undefined,
  };
}
