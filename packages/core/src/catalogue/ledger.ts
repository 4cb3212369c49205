/**
 * The idempotency ledger in the store: one row per caller, operation and key. It outlives the process, so that a
 * repeated call is answered from its stored result and never silently executed twice.
 */
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';

/** The final answer of a call, for replay. */
export interface LedgerAnswer {
  status: number;
  /** Response headers of the answer, by lower-case name. */
  headers: Record<string, string>;
  /** Absent when the answer had no body. */
  body?: JsonValue;
  /** Parts of the answer that are not in its body, such as images. */
  content?: readonly JsonObject[];
  /** True when the body is an error object of the gateway. */
  ownBody?: true;
  /** Findings about the answer. */
  findings?: readonly Diagnostic[];
  /** Members of the permanent failure of the call, if any; thrown again on a repeat. */
  failure?: JsonObject;
  /** True when the answer was streamed or is too large to store: the call is settled but cannot be replayed. */
  unkept?: boolean;
}

/** Finds the audit records of a write to the own store. */
export interface WriteTrace {
  id: string;
  /** Sequence number before its first record. */
  after: number;
}

/** The state of a keyed call. `sent` without an answer means that it may have taken effect. */
export interface LedgerRow {
  /** Caller's subject and operation id; a key is unique within it. */
  scope: string;
  key: string;
  /** SHA-256 over operation version and canonical input, hexadecimal. */
  fingerprint: string;
  state: 'begun' | 'sent' | 'settled';
  /** The process and call that run it: unique, so that only the holder of a row can change it. */
  node: string;
  startedAt: string;
  /** Until then the row belongs to the running process; it is renewed while the call runs. */
  leaseUntil: string;
  /** When the row may be removed. */
  expiresAt: string;
  /** Where the changes of a write to the own store are recorded: their trace, and the head of the audit log before. */
  trace?: WriteTrace;
  answer?: LedgerAnswer;
}

/** The result of starting a keyed call. */
export type LedgerBegin = { begun: true } | { begun: false; row: LedgerRow };

/** Keyed calls. Every method is one transaction. */
export interface LedgerStore {
  /**
   * Takes the key for a new call. Not begun when an unexpired row exists, unless that row is `begun` (nothing was sent)
   * and its lease has expired: this call then takes it over.
   */
  begin(row: LedgerRow, now: string): Promise<LedgerBegin>;
  /**
   * Records, before the first byte is sent, that the call may take effect from now on. Throws `CALL_RUNNING` when the
   * row no longer belongs to this node, so that a call that was taken over is never sent.
   */
  markSent(scope: string, key: string, node: string): Promise<void>;
  /**
   * Takes over a `sent` row with the same fingerprint and an expired lease, to run a repeatable call again; false
   * otherwise. The row stays `sent`.
   */
  takeOver(row: LedgerRow, now: string): Promise<boolean>;
  /** Extends the lease of an unsettled call; sets it to now when its holder gives up. */
  renew(scope: string, key: string, node: string, leaseUntil: string): Promise<void>;
  /** Stores the final answer; does nothing when the row belongs to another node or is settled. */
  settle(scope: string, key: string, node: string, answer: LedgerAnswer): Promise<void>;
  /**
   * Removes a call that certainly had no effect or ended in a temporary failure, so that it can be sent again. A
   * settled row stays.
   */
  release(scope: string, key: string, node: string): Promise<void>;
  find(scope: string, key: string): Promise<LedgerRow | undefined>;
  /** Removes expired rows, at most `limit`; returns their number. */
  prune(now: string, limit: number): Promise<number>;
  /** The latest end of a lease of a call without an answer. */
  latestLease(): Promise<string | undefined>;
}
