/**
 * Entries that an index adds when the process is idle: at server start thousands arrive at once, and the first response
 * should not wait for them. A query on such an index first processes the backlog.
 */
import type { StoredEntry } from './store.js';

/** Entries waiting for an index, the latest state of each. */
export interface Backlog {
  /** Adds the entry when the process is idle; at once when too many are waiting. */
  put(stored: StoredEntry): void;
  /** Removes a waiting entry. */
  drop(id: string): void;
  /** Processes all waiting entries. */
  catchUp(): void;
  /** Number of waiting operations. */
  readonly waiting: number;
}

/** Calls `work` when the process has nothing more urgent to do. */
export type ScheduleIdle = (work: () => void) => void;

/** Maximum number of waiting operations, because waiting entries are kept in memory. */
const maxOperations = 50_000;
/** Milliseconds of one turn; requests are answered in between. */
const turnMs = 5;
/** Number of entries between two clock reads. */
const stride = 8;

/** Creates an empty backlog; without `spare`, entries never wait. */
export function createBacklog(take: (stored: StoredEntry) => void, spare?: ScheduleIdle): Backlog {
  const entries = new Map<string, StoredEntry>();
  let waiting = 0;
  let called = false;

  function drop(id: string): void {
    const stored = entries.get(id);
    if (stored === undefined) return;
    entries.delete(id);
    waiting -= weigh(stored);
  }

  function takeUntil(isOver: () => boolean): void {
    for (const [id, stored] of entries) {
      drop(id);
      take(stored);
      if (isOver()) return;
    }
  }

  function turn(): void {
    called = false;
    const end = performance.now() + turnMs;
    let taken = 0;
    takeUntil(() => {
      taken += 1;
      return taken % stride === 0 && performance.now() > end;
    });
    callBack();
  }

  function callBack(): void {
    if (called || entries.size === 0 || spare === undefined) return;
    called = true;
    spare(turn);
  }

  return {
    put(stored) {
      drop(stored.entry.id);
      if (spare === undefined || waiting >= maxOperations) {
        take(stored);
        return;
      }
      entries.set(stored.entry.id, stored);
      waiting += weigh(stored);
      callBack();
    },
    drop,
    catchUp: () => takeUntil(() => false),
    get waiting() {
      return waiting;
    },
  };
}

function weigh({ entry }: StoredEntry): number {
  return Math.max(1, entry.operations.length);
}
