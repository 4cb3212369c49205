/**
 * Caches entries for readers that repeatedly read the same few, such as the gateway. A cached entry is valid as long as
 * the index has no other version, so a change on another node applies here once the index has followed it.
 */
import type { Entry } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canSee } from '../access/caller.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { BrowsePorts } from './browse.js';
import { readEntry } from './browse.js';
import type { EntryIndex } from './index-port.js';
import type { EntryStore, Store, StoredEntry } from './store.js';

/**
 * Reads one entry; throws `NOT_FOUND` when it is unknown, deleted or hidden from this caller. The result must not be
 * modified.
 */
export type ReadCachedEntry = (id: string, caller: Caller) => Awaitable<StoredEntry>;

/** Limits of the cache. */
export interface EntryCacheLimits {
  entries: number;
  /** Total characters of JSON. */
  characters: number;
}

/** Creates the reader; the least recently read entries are evicted first. */
export function createCachedEntryReader(ports: BrowsePorts, limits: EntryCacheLimits): ReadCachedEntry {
  const cache = createEntryCache(limits);
  const readFromStore = async (id: string, caller: Caller) => {
    const stored = await readEntry(ports, id, caller);
    if (stored.seq === ports.index.seqOf(id)) cache.set(id, stored);
    return stored;
  };
  return (id, caller) => {
    const found = cache.get(id);
    return found !== undefined && found.seq === ports.index.seqOf(id) && canSee(caller, found.entry)
      ? found
      : readFromStore(id, caller);
  };
}

/** Reads several entries like the store, from the cache where it has the indexed version; the result must not be modified. */
export function createCachedEntries(
  { store, index }: { store: Pick<Store, 'entries'>; index: Pick<EntryIndex, 'seqOf'> },
  limits: EntryCacheLimits,
): Pick<EntryStore, 'readMany'> {
  const cache = createEntryCache(limits);
  return {
    async readMany(ids) {
      const known = new Map<string, StoredEntry>();
      for (const id of ids) {
        const found = cache.get(id);
        if (found !== undefined && found.seq === index.seqOf(id)) known.set(id, found);
      }
      const missing = ids.filter((id) => !known.has(id));
      for (const stored of missing.length === 0 ? [] : await store.entries.readMany(missing)) {
        const { id } = stored.entry;
        if (stored.seq === index.seqOf(id)) cache.set(id, stored);
        known.set(id, stored);
      }
      return ids.flatMap((id) => known.get(id) ?? []);
    },
  };
}

function createEntryCache({ entries, characters }: EntryCacheLimits) {
  return createBoundedCache<string, StoredEntry>({
    entries,
    weight: characters,
    weigh: ({ entry }) => weighEntry(entry),
  });
}

/** Operations that are measured; the weight of the others is estimated, because measuring many takes long. */
const measured = 100;

/** Characters of the JSON of an entry, estimated for one with many operations. */
function weighEntry({ operations, ...rest }: Entry): number {
  const step = Math.max(1, operations.length / measured);
  const sample = Array.from(
    { length: Math.min(measured, operations.length) },
    (_, at) => operations[Math.floor(at * step)],
  );
  return JSON.stringify(rest).length + Math.round(JSON.stringify(sample).length * step);
}
