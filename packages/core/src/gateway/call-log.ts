/** The call log port: one record per call, never dropped silently. */
import type { AuditDraft } from '../catalogue/audit.js';
import type { Awaitable } from '../documents/awaitable.js';

/** The end of a call, next to its record: for metrics that do not need the record's text. */
export interface CallEnd {
  /** Name of the operation; absent when the call was rejected earlier. */
  operation?: string;
  /** True when service and operation exist, so that their names are not the caller's invention. */
  known: boolean;
  /** Status sent to the caller. */
  status: number;
  durationMs: number;
  /** Attempts that left this process; absent when there were none. */
  attempts?: number;
  /** Id of the intent that the record ends, if one was written. */
  intent?: string;
}

/**
 * Accepts the record of one call, exactly once; returns a promise when the log is behind, which resolves when it has
 * caught up.
 */
export type NoteCall = (draft: AuditDraft, end: CallEnd) => Promise<void> | undefined;

/** Called with the record and the end of each call. */
export type CallListener = (draft: AuditDraft, end: CallEnd) => void;

/** Where calls are recorded. */
export interface CallLog {
  /**
   * Reserves space for the record of one call before the call runs. Waits while too many records are unwritten, and
   * throws `UNAVAILABLE` when that lasts: a call that could not be recorded is not made.
   */
  open(): Awaitable<NoteCall>;
  /**
   * Stores, before a call that can change something leaves, the record that it gets if its process dies; resolves when
   * that is committed. Absent where intents are not written.
   */
  intend?(id: string, draft: AuditDraft): Promise<void>;
}

/** A log that also calls the listeners for each call that it records. */
export function withListeners(log: CallLog, listeners: readonly CallListener[]): CallLog {
  const withCalls =
    (note: NoteCall): NoteCall =>
    (draft, end) => {
      for (const listener of listeners) listener(draft, end);
      return note(draft, end);
    };
  const { intend } = log;
  return {
    ...(intend === undefined ? {} : { intend }),
    open() {
      const room = log.open();
      return room instanceof Promise ? room.then(withCalls) : withCalls(room);
    },
  };
}
