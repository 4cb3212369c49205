/** An index over entries in memory, with the vectors of one model; ready when the vectors of all entries are. */
import type { Embedder } from '@dragoman/core/embedder';
import {
  createDiscoveryIndex,
  createMemoryStore,
  createVectorFeed,
  meaningShareOf,
  type StoredEntry,
} from '@dragoman/core/engine';

/** Fills an index; it compares words only without a model. */
export async function createFilledIndex(stored: readonly StoredEntry[], embedder: Embedder | undefined) {
  const store = createMemoryStore().vectors;
  const feeds =
    embedder === undefined
      ? []
      : [createVectorFeed({ embedder, store, share: meaningShareOf(embedder.model), onError: fail })];
  const index = createDiscoveryIndex({ feeds });
  for (const each of stored) index.put(each);
  for (const feed of feeds) await feed.settled();
  return index;
}

/** A bench without all of its vectors would measure something else. */
export function fail(error: unknown): never {
  throw error;
}
