/**
 * Entries at hand for whoever reads the same few again and again, such as the gateway. One is good as long as the
 * index holds no other version, so that a change made on another node counts here when the index has followed it.
 */
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

interface Held {
  stored: StoredEntry;
  characters: number;
}

/** Makes the reader; what was not read for longest goes first. */
export function createReadHeld(ports: BrowsePorts, limits: HeldLimits): ReadHeld {
  const held = new Map<string, Held>();
  let characters = 0;
  const drop = (id: string) => {
    characters -= held.get(id)?.characters ?? 0;
    held.delete(id);
  };
  const keep = (stored: StoredEntry) => {
    const size = JSON.stringify(stored.entry).length;
    drop(stored.entry.id);
    held.set(stored.entry.id, { stored, characters: size });
    characters += size;
    for (const oldest of held.keys()) {
      if (held.size <= limits.entries && characters <= limits.characters) return;
      drop(oldest);
    }
  };
  const readAnew = async (id: string, caller: Caller) => {
    const stored = await readEntry(ports, id, caller);
    if (stored.seq === ports.index.seqOf(id)) keep(stored);
    return stored;
  };
  let last: Held | undefined;
  return (id, caller) => {
    const found = held.get(id);
    if (found !== undefined && found.stored.seq === ports.index.seqOf(id) && canSee(caller, found.stored.entry)) {
      // A map keeps the order of insertion: the last is the one read last.
      if (found !== last) {
        held.delete(id);
        held.set(id, found);
        last = found;
      }
      return found.stored;
    }
    return readAnew(id, caller);
  };
}
