/** Remembers in this process, as long as it lives. */
import { Failure } from '@dragoman/model';
import type { KeptRow, PropertyStore, RowGuard } from './property-store.js';

/** Bounds of the version of one process. */
export interface MemoryStoreOptions {
  /** Most rows, 100,000 unless given. When they are all in use, what would need another one is put off with 503. */
  rows?: number;
}

/** Makes the store; rows are copied on their way in and out. */
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
  /** To forget what is still good would be to do it twice; what is new has to wait instead. */
  const requireRoom = (now: number) => {
    if (rows.size < most || prune(now, most) > 0) return;
    throw new Failure('UNAVAILABLE', { message: 'Too much is remembered just now.', retryAfter: 60 });
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
