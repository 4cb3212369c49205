/**
 * Passes notifications of remote tasks between servers on one store: a server that is notified of a task that no
 * caller here waits for leaves a note in the store, and servers with waiting callers poll for notes once a second, as
 * the index polls for changes.
 */

import type { SessionStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';

/** Dependencies of passing notifications. */
export interface TaskNoticesPorts {
  sessions: Pick<SessionStore, 'change' | 'ofEntry'>;
  clock: Clock;
  /** Creates the value that distinguishes two notes on one task. */
  newId: () => string;
  /** True while a caller in this process waits for a task. */
  isAwaiting(): boolean;
  /** Wakes the callers waiting at this URL, if any. */
  wake(id: string): void;
  onError(error: unknown): void;
}

/** Notifications on their way between servers. */
export interface TaskNotices {
  /** Leaves a note for the others. */
  tell(id: string): void;
  /** Processes the notes that others have left; also done once a second. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** No entry has this id, and no caller this name. */
const board = 'a2a notices';

/** Maximum number of notes per poll; further tasks are polled once a minute as usual. */
const maxNotes = 5000;

/** Milliseconds between two polls, and lifetime of a note: the clocks of two machines may differ by less. */
const pollEveryMs = 1000;
const standsMs = 60_000;

/** Starts to poll; the store is not queried while no caller waits. */
export function passTaskNotices(ports: TaskNoticesPorts): TaskNotices {
  const { sessions, clock } = ports;
  let known = new Map<string, unknown>();
  let running: Promise<void> | undefined;

  async function look(): Promise<void> {
    if (!ports.isAwaiting()) return;
    const notes = await sessions.ofEntry(board, timestamp(clock), maxNotes);
    for (const { id, document } of notes) {
      if (known.get(id) !== document.mark) ports.wake(id.slice(board.length + 1));
    }
    known = new Map(notes.map(({ id, document }) => [id, document.mark]));
  }

  const timer = setInterval(() => {
    running ??= look()
      .catch(ports.onError)
      .finally(() => {
        running = undefined;
      });
  }, pollEveryMs).unref();

  return {
    tell(id) {
      const note = {
        id: `${board} ${id}`,
        entryId: board,
        owner: board,
        document: { mark: ports.newId() },
        expiresAt: new Date(clock.now() + standsMs).toISOString(),
      };
      sessions.change(note.id, () => note, timestamp(clock)).catch(ports.onError);
    },
    look,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
