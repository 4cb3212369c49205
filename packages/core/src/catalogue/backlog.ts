/**
 * Entries that an index takes in when there is time: at the start of a server thousands come at once, and its first
 * answer should not wait for what that answer does not need. Whoever asks such an index catches it up first.
 */
import type { StoredEntry } from './store.js';

/** Entries on their way into an index, the latest state of each. */
export interface Backlog {
  /** Takes the entry in when there is time; at once when too much waits already. */
  put(stored: StoredEntry): void;
  /** The entry is not taken in any more. */
  drop(id: string): void;
  /** Takes in everything that waits. */
  catchUp(): void;
  /** Operations that wait. */
  readonly waiting: number;
}

/** Calls `work` when the process has nothing more urgent to do. */
export type Spare = (work: () => void) => void;

/** What waits is held in memory whole, so that it cannot be much. */
const mostOperations = 50_000;
/** Milliseconds of one turn; requests are answered in between. */
const turnMs = 5;
/** Entries between two looks at the clock. */
const stride = 8;

/** Makes an empty backlog; without `spare` nothing ever waits. */
export function createBacklog(take: (stored: StoredEntry) => void, spare?: Spare): Backlog {
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
      if (spare === undefined || waiting >= mostOperations) {
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
  return 1 + entry.operations.length;
}
