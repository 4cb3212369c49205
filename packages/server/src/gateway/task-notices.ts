/**
 * Passes notices of remote tasks between servers on one store: whoever is told of a task that nobody here waits for leaves a
 * note in the store, and whoever waits for tasks looks for notes once a second, as the index looks for changes.
 */

import type { SessionStore } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import { timestamp } from '@dragoman/core/http';

/** What passing notices needs. */
export interface TaskNoticesPorts {
  sessions: Pick<SessionStore, 'change' | 'ofEntry'>;
  clock: Clock;
  /** Makes what tells two notes on one task apart. */
  newId: () => string;
  /** True while somebody in this process waits for a task. */
  isAwaiting(): boolean;
  /** Wakes who waits at this place, if anybody does. */
  wake(id: string): void;
  onError(error: unknown): void;
}

/** Notices on their way between servers. */
export interface TaskNotices {
  /** Leaves a note for the others. */
  tell(id: string): void;
  /** Takes the notes that others have left; done once a second anyway. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** No entry has this id, and no caller this name. */
const board = 'a2a notices';

/** Notes that are looked at together; tasks beyond are asked for once a minute as ever. */
const mostNotes = 5000;

/** Milliseconds between two looks, and those that a note stands: clocks of two machines may differ by less. */
const lookEveryMs = 1000;
const standsMs = 60_000;

/** Begins to look; nothing is asked of the store while nobody waits. */
export function passTaskNotices(ports: TaskNoticesPorts): TaskNotices {
  const { sessions, clock } = ports;
  let known = new Map<string, unknown>();
  let running: Promise<void> | undefined;

  async function look(): Promise<void> {
    if (!ports.isAwaiting()) return;
    const notes = await sessions.ofEntry(board, timestamp(clock), mostNotes);
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
  }, lookEveryMs).unref();

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
