/**
 * The index of a node whose database searches: it has no words and no vectors of its own, only a bounded cache of
 * entries. Changes of other nodes update the cache as they would update an index.
 */
import type { AppliedChange, SearchIndex, Store, StoredEntry, StoredSearch } from '@dragoman/core/engine';
import { createBatch } from '../runtime/create-batch.js';
import { createKnownEntries } from './known-entries.js';

/** Dependencies of the index. */
export interface StoredIndexPorts {
  search: StoredSearch;
  entries: Pick<Store['entries'], 'readMany' | 'version'>;
  /** Name of the model whose vectors are compared; empty for none. */
  model: string;
  /** Number of indexed entries and operations, and of entries that wait, as last read. */
  counts: () => { entries: number; operations: number; entriesWaiting: number };
  /** Called when texts may wait for vectors. */
  onWritten: () => void;
  /** Called when a stored entry could not be indexed; it is indexed later. */
  onError: (error: unknown) => void;
}

/** Creates the index. */
export function createStoredIndex(ports: StoredIndexPorts): SearchIndex {
  const { search, entries, model, counts, onWritten, onError } = ports;
  const known = createKnownEntries(entries);
  const write = createBatch<StoredEntry, true>(async (some) => {
    await search.write(some, model);
    onWritten();
    return new Map(some.map((each) => [each, true]));
  });

  async function put(stored: StoredEntry): Promise<AppliedChange | undefined> {
    const before = known.isNews(stored) ? await known.accessBefore(stored) : undefined;
    const isNews = known.isNews(stored);
    if (isNews) known.set(stored);
    // The entry is stored; what could not be indexed now is indexed from the sequence of changes.
    await write(stored).catch(onError);
    return isNews ? { before } : undefined;
  }

  return {
    put,
    remove: (id) => known.delete(id),
    find: search.find,
    findOperations: search.findOperations,
    listOperations: search.listOperations,
    lookUp: search.lookUp,
    access: (id) => known.get(id)?.access ?? known.read(id).then((found) => found?.access),
    describe: (id) => known.get(id)?.described ?? known.read(id).then((found) => found?.described),
    idsLike: search.idsLike,
    knowsField: search.knowsField,
    seqOf(id) {
      const found = known.get(id);
      return found?.described === undefined ? undefined : found.seq;
    },
    get size() {
      return counts().entries;
    },
    get changes() {
      return known.changes;
    },
    get operations() {
      return counts().operations;
    },
    get backlog() {
      return counts().entriesWaiting;
    },
  };
}
