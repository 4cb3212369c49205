/** The context of a change to the store, which the audit record repeats. */
import type { AuditDraft } from './audit.js';

/** Who makes a change, when, and in which trace. */
export interface ChangeContext extends Pick<AuditDraft, 'actor' | 'traceId' | 'at'> {
  /** Operations that the entry will probably have; a store may write the text of many before its transaction. */
  operations?: number;
}
