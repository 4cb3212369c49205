/**
 * The idempotency ledger's part of the store: one row per caller, operation and key. It outlives the process, so
 * that a repeated call is answered from what is known and never silently run a second time.
 */
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';

/** The settled answer of a call, to be replayed. */
export interface LedgerAnswer {
  status: number;
  /** Response headers that belong to the answer, by lower-case name. */
  headers: Record<string, string>;
  /** Absent when the answer had no body. */
  body?: JsonValue;
  /** What was found wrong with the answer. */
  findings?: readonly Diagnostic[];
  /** Members of the failure that the call ended in for good, when it did; thrown again on a repeat. */
  failure?: JsonObject;
  /** True when the answer was handed on while it came, or is too large to keep: it is settled but cannot be replayed. */
  unkept?: boolean;
}

/** What is known of a keyed call. `sent` without an answer means: it may have taken effect. */
export interface LedgerRow {
  /** Caller's subject and operation id: a key is unique within it. */
  scope: string;
  key: string;
  /** SHA-256 over operation version and canonical input, hexadecimal. */
  fingerprint: string;
  state: 'begun' | 'sent' | 'settled';
  /** Whoever runs the call: unique per process and call, so that only the holder of a row can change it. */
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
  /**
   * Notes, before the first byte leaves, that the call may take effect from now on. Throws `CALL_RUNNING` when the
   * row is not this node's any more, so that a call that was taken over never leaves.
   */
  markSent(scope: string, key: string, node: string): Promise<void>;
  /**
   * Takes over a `sent` row of the same fingerprint whose lease has run out, to run a repeatable call again; false
   * when it is not so. The row stays `sent`.
   */
  takeOver(row: LedgerRow, now: string): Promise<boolean>;
  /** Moves the lease of a call that is not settled; to the present when its holder gives up on it. */
  renew(scope: string, key: string, node: string, leaseUntil: string): Promise<void>;
  /** Stores the final answer; nothing when the row is another node's or settled already. */
  settle(scope: string, key: string, node: string, answer: LedgerAnswer): Promise<void>;
  /** Forgets a call that certainly had no effect or ended in a temporary failure, so that it can be sent again. A settled row stays. */
  release(scope: string, key: string, node: string): Promise<void>;
  find(scope: string, key: string): Promise<LedgerRow | undefined>;
  /** Removes expired rows, at most `limit`; returns how many. */
  prune(now: string, limit: number): Promise<number>;
}
