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

/**
 * Adds an entry to the index, a large one in steps that can be spread over several turns. When the steps are abandoned,
 * they undo what they have done.
 */
export type AddInSteps = (stored: StoredEntry) => Iterator<void> | undefined;

/** Creates an empty backlog; without `spare`, entries never wait. */
export function createBacklog(add: AddInSteps, spare?: ScheduleIdle): Backlog {
  const entries = new Map<string, StoredEntry>();
  /** The entry that is being added; it counts as waiting until its last step. */
  let started: { id: string; weight: number; steps: Iterator<void> | undefined } | undefined;
  let waiting = 0;
  let called = false;

  function drop(id: string): void {
    if (started?.id === id) {
      started.steps?.return?.();
      started = undefined;
    }
    const stored = entries.get(id);
    if (stored === undefined) return;
    entries.delete(id);
    waiting -= weigh(stored);
  }

  /** The entry that was started, or else the first one. */
  function next(): typeof started {
    if (started !== undefined) return started;
    const [first] = entries;
    if (first === undefined) return undefined;
    const [id, stored] = first;
    drop(id);
    started = { id, weight: weigh(stored), steps: add(stored) };
    return started;
  }

  function addUntil(isOver: () => boolean): void {
    for (let current = next(); current !== undefined; current = next()) {
      if (isDone(current.steps)) started = undefined;
      if (isOver()) return;
    }
  }

  function turn(): void {
    called = false;
    const end = performance.now() + turnMs;
    addUntil(() => performance.now() > end);
    callBack();
  }

  function callBack(): void {
    if (called || (entries.size === 0 && started === undefined) || spare === undefined) return;
    called = true;
    spare(turn);
  }

  return {
    put(stored) {
      drop(stored.entry.id);
      if (spare === undefined || waiting >= maxOperations) {
        finish(add(stored));
        return;
      }
      entries.set(stored.entry.id, stored);
      waiting += weigh(stored);
      callBack();
    },
    drop,
    catchUp: () => addUntil(() => false),
    get waiting() {
      return waiting + (started?.weight ?? 0);
    },
  };
}

/** Takes one step; true when it was the last one. */
function isDone(steps: Iterator<void> | undefined): boolean {
  return steps === undefined || steps.next().done === true;
}

function finish(steps: Iterator<void> | undefined): void {
  while (!isDone(steps));
}

function weigh({ entry }: StoredEntry): number {
  return Math.max(1, entry.operations.length);
}
