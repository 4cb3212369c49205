/** A bounded cache of entries that were read or changed lately, for a node whose database searches. */
import type { EntryAccess, IndexedEntry, Store, StoredEntry } from '@dragoman/core/engine';
import { describeEntry } from '@dragoman/core/engine';
import { createBoundedCache } from '@dragoman/model';
import { createBatch } from '../runtime/create-batch.js';

/** What is cached of an entry; access and description are absent for a deleted one. */
export interface KnownEntry {
  seq: number;
  access?: EntryAccess;
  described?: IndexedEntry;
}

/** The cache. */
export interface KnownEntries {
  /** The cached entry, which counts as used. */
  get(id: string): KnownEntry | undefined;
  /** The entry from the cache or the store. */
  read(id: string): Promise<KnownEntry | undefined>;
  /** True for a state that is later than the cached one. */
  isNews(stored: StoredEntry): boolean;
  /** The access before this change. */
  accessBefore(stored: StoredEntry): Promise<EntryAccess | undefined>;
  set(stored: StoredEntry): void;
  delete(id: string): void;
  /** Number of changes so far. */
  readonly changes: number;
}

/** Cached entries. */
const remembered = 20_000;

/** Creates an empty cache. */
export function createKnownEntries(entries: Pick<Store['entries'], 'readMany' | 'version'>): KnownEntries {
  const known = createBoundedCache<string, KnownEntry>({ entries: remembered });
  const readSome = createBatch<string, StoredEntry>(async (ids) => {
    const rows = await entries.readMany(ids);
    return new Map(rows.map((stored) => [stored.entry.id, stored]));
  });
  let changes = 0;
  return {
    get: known.get,
    async read(id) {
      const before = changes;
      const stored = await readSome(id);
      const changed = known.peek(id);
      if (changed !== undefined) return changed;
      const found = stored === undefined ? undefined : toKnown(stored);
      // A change during the read may have been evicted already.
      if (found !== undefined && changes === before) known.set(id, found);
      return found;
    },
    isNews: ({ entry, seq }) => (known.peek(entry.id)?.seq ?? -1) < seq,
    async accessBefore({ entry, revision }) {
      const cached = known.peek(entry.id);
      if (cached !== undefined) return cached.access;
      const version = revision <= 1 ? undefined : await entries.version(entry.id, revision - 1);
      return version === undefined ? undefined : accessOf(version.entry);
    },
    set(stored) {
      changes += 1;
      known.set(stored.entry.id, toKnown(stored));
    },
    delete(id) {
      changes += 1;
      known.delete(id);
    },
    get changes() {
      return changes;
    },
  };
}

function accessOf({ visibility, owner, grants }: EntryAccess): EntryAccess {
  return { visibility, owner, grants };
}

function toKnown({ entry, seq, deletedAt }: StoredEntry): KnownEntry {
  return deletedAt === undefined ? { seq, access: accessOf(entry), described: describeEntry(entry) } : { seq };
}
