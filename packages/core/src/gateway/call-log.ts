/** The call log port: one record per call, and none lost in silence. */
import type { AuditDraft } from '../catalogue/audit.js';

/** Takes the record of one call, exactly once; resolves when it is kept as surely as the log promises. */
export type NoteCall = (draft: AuditDraft) => Promise<void>;

/** Where calls are written down. */
export interface CallLog {
  /**
   * Makes room for the record of one call before the call runs. Waits while too many records are unwritten, and
   * throws `UNAVAILABLE` when they stay so: a call that could not be recorded is not made.
   */
  open(): Promise<NoteCall>;
}
