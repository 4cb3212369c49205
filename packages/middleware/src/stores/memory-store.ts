/** An in-memory store. */
import { Failure } from '@dragoman/model';
import type { KeptRow, PropertyStore, RowGuard } from './property-store.js';

/** Limits of the in-memory store. */
export interface MemoryStoreOptions {
  /** Maximum number of rows, 100,000 by default. When all are in use, new ones are rejected with 503. */
  rows?: number;
}

/** Creates the store; rows are copied on read and write. */
export function createMemoryStore({ rows: most = 100_000 }: MemoryStoreOptions = {}): PropertyStore {
  const rows = new Map<string, KeptRow>();
  const watched = new Set<string>();
  const put = (place: string, row: KeptRow) => {
    rows.set(place, row);
    if (row.watch === undefined) watched.delete(place);
    else watched.add(place);
  };
  const drop = (place: string) => {
    rows.delete(place);
    watched.delete(place);
  };
  const prune = (now: number, limit: number) => {
    let count = 0;
    for (const [place, { expiresAt }] of rows) {
      if (count >= limit) break;
      if (expiresAt > now) continue;
      drop(place);
      count += 1;
    }
    return count;
  };
  /** Evicting a valid row could execute something twice; new rows must wait instead. */
  const requireRoom = (now: number) => {
    if (rows.size < most || prune(now, most) > 0) return;
    throw new Failure('UNAVAILABLE', { message: 'The store is full; try again later.', retryAfter: 60 });
  };
  return {
    async insert(place, row, { now, free }) {
      const there = rows.get(place);
      if (there !== undefined && !isFree(there, now, free)) return { ...there };
      if (there === undefined) requireRoom(now);
      put(place, { ...row });
      return undefined;
    },
    async find(place) {
      const row = rows.get(place);
      return row === undefined ? undefined : { ...row };
    },
    async change(place, changes, guard) {
      const row = rows.get(place);
      if (row === undefined || !isExpected(row, guard)) return false;
      put(place, Object.assign(row, changes));
      return true;
    },
    async remove(place, guard) {
      const row = rows.get(place);
      if (row !== undefined && isExpected(row, guard)) drop(place);
    },
    async takeDue(watch, { now, until, limit }) {
      const due = [...watched].flatMap((place) => rows.get(place) ?? []);
      const taken = due
        .filter((row) => row.watch === watch && row.heldUntil <= now)
        .sort((one, other) => one.heldUntil - other.heldUntil)
        .slice(0, limit);
      for (const row of taken) row.heldUntil = until;
      return taken.map((row) => ({ ...row }));
    },
    prune: async (now, limit) => prune(now, limit),
  };
}

function isFree({ state, heldUntil, expiresAt }: KeptRow, now: number, free: string | undefined): boolean {
  return expiresAt <= now || (state === free && heldUntil <= now);
}

function isExpected(row: KeptRow, { states, holder, mark, heldBefore }: RowGuard): boolean {
  return (
    (states === undefined || states.includes(row.state)) &&
    (holder === undefined || row.holder === holder) &&
    (mark === undefined || row.mark === mark) &&
    (heldBefore === undefined || row.heldUntil <= heldBefore)
  );
}
