/**
 * The idempotency ledger's part of the store: one row per caller, operation and key. It outlives the process, so
 * that a repeated call is answered from what is known and never silently run a second time.
 */
import type { JsonValue } from '@dragoman/model';

/** The settled answer of a call, to be replayed. */
export interface LedgerAnswer {
  status: number;
  /** Response headers that belong to the answer, by lower-case name. */
  headers: Record<string, string>;
  /** Absent when the answer had no body. */
  body?: JsonValue;
}

/** What is known of a keyed call. `sent` without an answer means: it may have taken effect. */
export interface LedgerRow {
  /** Caller's subject and operation id: a key is unique within it. */
  scope: string;
  key: string;
  /** SHA-256 over operation version and canonical input, hexadecimal. */
  fingerprint: string;
  state: 'begun' | 'sent' | 'settled';
  /** Process that runs the call; a row of a process that is gone is nobody's any more. */
  node: string;
  startedAt: string;
  /** Until then the running process vouches for the row; it is renewed while the call runs. */
  leaseUntil: string;
  /** When the row may be forgotten. */
  expiresAt: string;
  answer?: LedgerAnswer;
}

/** What beginning a keyed call found. */
export type LedgerBegin = { begun: true } | { begun: false; row: LedgerRow };

/** Keyed calls. Every method is one transaction. */
export interface LedgerStore {
  /**
   * Takes the key for a new call. Not begun when a row that has not expired is there, unless that row is `begun`
   * (nothing was sent) and its lease has run out: then this call takes it over.
   */
  begin(row: LedgerRow, now: string): Promise<LedgerBegin>;
  /** Notes, before the first byte leaves, that the call may take effect from now on. */
  markSent(scope: string, key: string, node: string): Promise<void>;
  /** Takes over a `sent` row whose lease has run out, to run a repeatable call again; false when it is not so. */
  takeOver(row: LedgerRow, now: string): Promise<boolean>;
  /** Keeps the lease of a running call. */
  renew(scope: string, key: string, node: string, leaseUntil: string): Promise<void>;
  /** Stores the final answer. */
  settle(scope: string, key: string, node: string, answer: LedgerAnswer): Promise<void>;
  /** Forgets a call that certainly had no effect or ended in a temporary failure, so that it can be sent again. */
  release(scope: string, key: string, node: string): Promise<void>;
  find(scope: string, key: string): Promise<LedgerRow | undefined>;
  /** Removes expired rows, at most `limit`; returns how many. */
  prune(now: string, limit: number): Promise<number>;
}
