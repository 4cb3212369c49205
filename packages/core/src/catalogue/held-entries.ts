/**
 * Entries at hand for whoever reads the same few again and again, such as the gateway. One is good as long as the
 * index holds no other version, so that a change made on another node counts here when the index has followed it.
 */
import { createBoundedCache } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canSee } from '../access/caller.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { BrowsePorts } from './browse.js';
import { readEntry } from './browse.js';
import type { StoredEntry } from './store.js';

/** Reads one entry; `NOT_FOUND` when it is unknown, deleted or hidden from this caller. Nobody may change what it gives. */
export type ReadHeld = (id: string, caller: Caller) => Awaitable<StoredEntry>;

/** How much is kept at hand. */
export interface HeldLimits {
  entries: number;
  /** Characters of JSON in all. */
  characters: number;
}

/** Makes the reader; what was not read for longest goes first. */
export function createReadHeld(ports: BrowsePorts, limits: HeldLimits): ReadHeld {
  const held = createBoundedCache<string, StoredEntry>({
    entries: limits.entries,
    weight: limits.characters,
    weigh: ({ entry }) => JSON.stringify(entry).length,
  });
  const readAnew = async (id: string, caller: Caller) => {
    const stored = await readEntry(ports, id, caller);
    if (stored.seq === ports.index.seqOf(id)) held.set(id, stored);
    return stored;
  };
  return (id, caller) => {
    const found = held.get(id);
    return found !== undefined && found.seq === ports.index.seqOf(id) && canSee(caller, found.entry)
      ? found
      : readAnew(id, caller);
  };
}
