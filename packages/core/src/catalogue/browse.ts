/** Reads the catalogue as one caller may see it. Hidden and unknown ids take the same code path and time. */
import type { Caller } from '../access/caller.js';
import { canChange, canSee } from '../access/caller.js';
import type { EntryIndex, Hit } from './index-port.js';
import { noSuchEntry, notYours, requireVisible } from './publish.js';
import type { EntryStore, EntryVersion, Store, StoredEntry } from './store.js';
import { isVisible } from './visible.js';

/** Dependencies of reading. */
export interface BrowsePorts {
  store: Store;
  index: EntryIndex;
}

/** Dependencies of reading single entries, also from a cache. */
export interface EntryReadPorts {
  store: { entries: Pick<EntryStore, 'readMany'> };
  index: Pick<EntryIndex, 'access'>;
}

/** A hit with its whole entry. */
export interface FoundEntry {
  hit: Hit;
  stored: StoredEntry;
}

/** Whole entries are read in portions of this size: they may be large, and a page may be cut short. */
const portion = 10;

/** Reads one entry; throws `NOT_FOUND` when it is unknown, deleted or hidden from this caller. */
export async function readEntry(ports: EntryReadPorts, id: string, caller: Caller): Promise<StoredEntry> {
  if (!(await isVisible(ports, id, caller))) throw noSuchEntry(id);
  const [stored] = await ports.store.entries.readMany([id]);
  return requireVisible(id, stored, caller);
}

/** Reads the entries of hits in order; entries that were removed or hidden since they were indexed are left out. */
export async function* readHits(ports: BrowsePorts, hits: readonly Hit[], caller: Caller): AsyncIterable<FoundEntry> {
  for (let start = 0; start < hits.length; start += portion) {
    const some = hits.slice(start, start + portion);
    const rows = await ports.store.entries.readMany(some.map((hit) => hit.id));
    const byId = new Map(rows.map((stored) => [stored.entry.id, stored]));
    for (const hit of some) {
      const stored = byId.get(hit.id);
      if (stored !== undefined && canSee(caller, stored.entry)) yield { hit, stored };
    }
  }
}

/** Stored versions of an entry, newest first; only for callers that may change it. */
export async function listVersions(
  ports: BrowsePorts,
  id: string,
  caller: Caller,
  page: { limit: number; before?: number },
): Promise<EntryVersion[]> {
  await requireChangeable(ports, id, caller);
  return ports.store.entries.versions(id, page.limit, page.before);
}

/** One stored version of an entry; only for callers that may change it. */
export async function readVersion(
  ports: BrowsePorts,
  id: string,
  revision: number,
  caller: Caller,
): Promise<EntryVersion> {
  await requireChangeable(ports, id, caller);
  const version = await ports.store.entries.version(id, revision);
  if (version === undefined) throw noSuchEntry(`${id}, version ${revision}`);
  return version;
}

async function requireChangeable(ports: BrowsePorts, id: string, caller: Caller): Promise<void> {
  const stored = await readEntry(ports, id, caller);
  if (!canChange(caller, stored.entry)) throw notYours();
}
