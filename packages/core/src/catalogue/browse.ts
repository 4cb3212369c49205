/** Reading the catalogue through one caller's eyes. Hidden and unknown ids take the same way and cost the same. */
import type { Caller } from '../access/caller.js';
import { canChange, canSee } from '../access/caller.js';
import type { EntryIndex, FindQuery } from './index-port.js';
import { noSuchEntry, notYours, requireVisible } from './publish.js';
import type { EntryVersion, Store, StoredEntry } from './store.js';

/** What reading needs. */
export interface BrowsePorts {
  store: Store;
  index: EntryIndex;
}

/** An entry found, with its score when there was a text to score against. */
export interface FoundEntry {
  stored: StoredEntry;
  score?: number;
}

/** A page of what was found. */
export interface Found {
  items: FoundEntry[];
  /** All matches that the caller may see. */
  count: number;
}

/** Reads one entry; `NOT_FOUND` when it is unknown, deleted or hidden from this caller. */
export async function readEntry(ports: BrowsePorts, id: string, caller: Caller): Promise<StoredEntry> {
  const access = ports.index.access(id);
  if (access === undefined || !canSee(caller, access)) throw noSuchEntry(id);
  const [stored] = await ports.store.entries.readMany([id]);
  return requireVisible(id, stored, caller);
}

/** Lists or searches; what vanished or was hidden between index and store is left out. */
export async function findEntries(ports: BrowsePorts, query: FindQuery, caller: Caller): Promise<Found> {
  const { hits, count } = ports.index.find(query, caller);
  const rows = await ports.store.entries.readMany(hits.map((hit) => hit.id));
  const byId = new Map(rows.map((stored) => [stored.entry.id, stored]));
  const items: FoundEntry[] = [];
  for (const hit of hits) {
    const stored = byId.get(hit.id);
    if (stored === undefined || !canSee(caller, stored.entry)) continue;
    items.push(hit.score === undefined ? { stored } : { stored, score: hit.score });
  }
  return { items, count };
}

/** Kept versions of an entry, newest first; for those who may change it. */
export async function listVersions(
  ports: BrowsePorts,
  id: string,
  caller: Caller,
  page: { limit: number; before?: number },
): Promise<EntryVersion[]> {
  await requireChangeable(ports, id, caller);
  return ports.store.entries.versions(id, page.limit, page.before);
}

/** One kept version of an entry; for those who may change it. */
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
