/**
 * Intents: calls that can change something, noted before they leave and removed with the record of their end. After a
 * crash the remaining intents become audit records with an unknown outcome, so no such call is without a record.
 */
import type { AuditDraft } from './audit.js';

/** A call that is about to leave. */
export interface Intent {
  /** Unique; also the member `call` of the record's detail. */
  id: string;
  /** The process that makes the call. */
  node: string;
  /** Until then the call counts as running; extended while its process lives. RFC 3339, UTC. */
  leaseUntil: string;
  /** The record to write if the call gets no other. */
  draft: AuditDraft;
}

/** Open intents. `AuditStore.append` and `appendAll` end them. */
export interface IntentStore {
  /** Resolves when the intent is committed; intents that arrive together share a commit. */
  open(intent: Intent): Promise<void>;
  /** Extends the leases of a process. */
  renew(node: string, leaseUntil: string): Promise<void>;
  /**
   * Appends the record of every intent whose lease has ended, with the time `now`, and removes the intent, in one
   * transaction; at most `limit`. Returns their number.
   */
  recordAbandoned(now: string, limit: number): Promise<number>;
  /** Open intents, those with the earliest lease first. */
  list(limit: number): Promise<Intent[]>;
}

/** The record of an intent whose call has no known end. */
export function abandonedRecord({ draft }: Intent, now: string): AuditDraft {
  return { ...draft, at: now, outcome: 'unknown' };
}
