/** The call log port: one record per call, and none lost in silence. */
import type { AuditDraft } from '../catalogue/audit.js';
import type { Awaitable } from '../documents/awaitable.js';

/** How a call ended, beside its record: for those who count and need not read the record's text. */
export interface CallEnd {
  /** Name of the operation; absent when the call did not get so far. */
  operation?: string;
  /** Status told to the caller. */
  status: number;
  durationMs: number;
}

/** Takes the record of one call, exactly once; gives a promise when the log has promised more than it has done, kept when it has. */
export type NoteCall = (draft: AuditDraft, end: CallEnd) => Promise<void> | undefined;

/** Where calls are written down. */
export interface CallLog {
  /**
   * Makes room for the record of one call before the call runs. Waits while too many records are unwritten, and
   * throws `UNAVAILABLE` when they stay so: a call that could not be recorded is not made.
   */
  open(): Awaitable<NoteCall>;
}
