/**
 * Writes the records of calls in batches, in parallel with responses. No record is dropped silently: a call runs only
 * when there is room for its record, so that a slow store slows callers down and an unavailable one stops them.
 */
import type { AuditDraft, AuditStore, CallLog, NoteCall } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';

/** Dependencies of the log. */
export interface CallLogPorts {
  audit: Pick<AuditStore, 'append' | 'appendAll'>;
  /** Called on each failed attempt to write. */
  onError: (error: unknown) => void;
  /** Called with each record that could not be written before the log was closed. */
  onLost: (draft: AuditDraft) => void;
  /** True: recording a call waits until its record is in the store. */
  durable: boolean;
  /** Maximum number of calls that run or wait to be written; 10,000 by default. */
  capacity?: number;
  /** Milliseconds that a call waits for room; 2,000 by default. */
  waitMs?: number;
  /**
   * Milliseconds for which records are collected before they are written together; 50 by default, none when durable.
   */
  gatherMs?: number;
  /** Waits between two attempts; a timer by default. */
  pause?: (ms: number) => Promise<void>;
}

/** A log that can be flushed. */
export interface ClosableCallLog extends CallLog {
  /** Resolves when every record that the log has now is in the store. */
  flush(): Promise<void>;
  /**
   * Waits for running calls to end and for their records to be written; gives up after `ms` milliseconds and reports the
   * lost ones.
   */
  close(ms: number): Promise<void>;
}

/** Batch size: the store commits a batch together. */
const together = 1024;

/** Longest pause between two attempts to write, in milliseconds. */
const longestPause = 2000;

/** Milliseconds between two checks whether running calls have ended, while the log closes. */
const closePollMs = 5;

interface Waiting {
  draft: AuditDraft;
  /** Id of the intent that the record ends. */
  intent: string | undefined;
  /** Called when the record is in the store; absent when no caller waits for that. */
  written?: () => void;
}

/** Creates the log; records are written in order. */
export function createCallLog(ports: CallLogPorts): ClosableCallLog {
  const { capacity = 10_000, waitMs = 2000, durable, pause = sleep } = ports;
  const gatherMs = durable ? 0 : (ports.gatherMs ?? 50);
  const rooms = createRooms(capacity, waitMs);
  const waiting: Waiting[] = [];
  const state = { givenUp: false, closing: false };
  let writing: Promise<void> | undefined;
  let portionWritten: Promise<void> | undefined;
  const write = async () => {
    while (waiting.length > 0) {
      // A commit costs the same for one record as for many, and no caller waits for these.
      if (gatherMs > 0 && waiting.length < together && !state.closing) await pause(gatherMs);
      const portion = waiting.splice(0, together);
      portionWritten = writePortion(ports, portion, state);
      await portionWritten;
      portionWritten = undefined;
      rooms.leave(portion.length);
    }
    writing = undefined;
  };
  const take = (each: Waiting) => {
    waiting.push(each);
    writing ??= write();
  };
  const note: NoteCall = durable
    ? (draft, { intent }) => new Promise((resolve) => take({ draft, intent, written: resolve }))
    : (draft, { intent }) => {
        take({ draft, intent });
        return undefined;
      };
  return {
    open() {
      const room = rooms.enter();
      return room === undefined ? note : room.then(() => note);
    },
    async flush() {
      const last = waiting.at(-1);
      await (last === undefined ? portionWritten : whenWritten(last));
    },
    async close(ms) {
      state.closing = true;
      const timer = setTimeout(() => {
        state.givenUp = true;
      }, ms);
      while (writing !== undefined || (rooms.taken() > 0 && !state.givenUp)) await (writing ?? sleep(closePollMs));
      clearTimeout(timer);
    },
  };
}

function whenWritten(record: Waiting): Promise<void> {
  return new Promise((resolve) => {
    const { written } = record;
    record.written = () => {
      written?.();
      resolve();
    };
  });
}

/** Writes the batch together; if that fails, each record separately, so that one does not block the others. */
async function writePortion(ports: CallLogPorts, portion: readonly Waiting[], state: { givenUp: boolean }) {
  try {
    await ports.audit.appendAll(
      portion.map(({ draft }) => draft),
      portion.flatMap(({ intent }) => intent ?? []),
    );
  } catch (error) {
    ports.onError(error);
    await Promise.all(portion.map((each) => writeOne(ports, each, state)));
  }
  for (const { written } of portion) written?.();
}

async function writeOne(ports: CallLogPorts, { draft, intent }: Waiting, state: { givenUp: boolean }): Promise<void> {
  const { audit, onError, onLost, pause = sleep } = ports;
  for (let wait = 50; ; wait = Math.min(wait * 2, longestPause)) {
    try {
      await audit.append(draft, intent);
      break;
    } catch (error) {
      onError(error);
    }
    if (state.givenUp) {
      onLost(draft);
      break;
    }
    await pause(wait);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Limits concurrent calls; the others wait in a queue for a short time. */
function createRooms(capacity: number, waitMs: number) {
  let taken = 0;
  const line = new Set<() => void>();
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line.delete(admit);
        reject(full());
      }, waitMs);
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      line.add(admit);
    });
  return {
    /** Number of calls that run or wait to be written. */
    taken: () => taken,
    /** Undefined when there is room, else the wait for it. */
    enter(): Promise<void> | undefined {
      if (taken < capacity) {
        taken += 1;
        return undefined;
      }
      return line.size >= capacity ? Promise.reject(full()) : wait();
    },
    leave(count: number): void {
      taken -= count;
      for (const admit of line) {
        if (taken >= capacity) return;
        line.delete(admit);
        taken += 1;
        admit();
      }
    },
  };
}

function full(): Failure {
  return new Failure('UNAVAILABLE', { message: 'Too many calls are waiting to be recorded.', retryAfter: 1 });
}
