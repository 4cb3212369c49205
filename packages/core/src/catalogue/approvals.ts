/**
 * Approvals in the store: calls that wait for the decision of a person. An approval is bound to one caller, operation
 * version and input, and is used by one call.
 */
import type { Impact, JsonValue } from '@dragoman/model';
import type { AuditDraft } from './audit.js';

/** States of an approval. */
export const approvalStates = Object.freeze(['pending', 'approved', 'declined', 'expired', 'used'] as const);

/** `used`: a call was executed with it. `expired`: nobody decided in time, or no call used it in time. */
export type ApprovalState = (typeof approvalStates)[number];

/** A call that waits or waited for a person. */
export interface ApprovalRecord {
  id: string;
  /** Hash of everything that the approval is valid for. */
  binding: string;
  /** Subject of the caller. */
  subject: string;
  /** The acting party, when the caller's token names one. */
  actor?: string;
  /** Owner of the service, who may decide. */
  owner: string;
  agentId: string;
  operation: string;
  version: number;
  impact: Impact | 'unknown';
  method: string;
  /** The URL that would be called, as previews show it. */
  target: string;
  /** SHA-256 of the canonical input. */
  inputHash: string;
  /** The input as it is shown: secrets are masked, and a large one is cut off. */
  input: JsonValue;
  /** True when `input` is not the whole input. */
  inputCut?: boolean;
  state: ApprovalState;
  /** RFC 3339, UTC. */
  createdAt: string;
  /** Until then the state holds: it can be decided, used, or refuses the call. */
  expiresAt: string;
  decidedAt?: string;
  /** Subject of the person who decided. */
  decidedBy?: string;
  /** What that person wrote. */
  note?: string;
  usedAt?: string;
}

/** Which approvals to list, newest first. */
export interface ApprovalQuery {
  /** At this time; records whose time has passed count as expired. */
  now: string;
  state?: ApprovalState;
  agentId?: string;
  /** Only those of this caller, and those of services of this owner. */
  of?: string;
  limit: number;
  /** Only those older than the one with this id. */
  before?: string;
}

/** Decides on the next state under a lock; undefined: nothing to do. Synchronous and pure, may run twice. */
export type DecideApproval = (current: ApprovalRecord) => ApprovalRecord | undefined;

/** Approvals. Every change is audited in the same transaction. */
export interface ApprovalStore {
  /**
   * Adds a pending record, unless one with the same binding holds at `createdAt`, which is then returned. Throws
   * `RATE_LIMITED` when the caller has `limit` pending ones.
   */
  request(record: ApprovalRecord, limit: number, audit: AuditDraft): Promise<ApprovalRecord>;
  find(id: string): Promise<ApprovalRecord | undefined>;
  /** The pending, approved or declined record with this binding that holds now. */
  current(binding: string, now: string): Promise<ApprovalRecord | undefined>;
  list(query: ApprovalQuery): Promise<ApprovalRecord[]>;
  /** Runs `decide` on a record and writes the result; undefined when there is no record or nothing to do. */
  change(id: string, decide: DecideApproval, audit: AuditDraft): Promise<ApprovalRecord | undefined>;
  /** Pending and approved records whose time has passed, at most `limit`. */
  due(now: string, limit: number): Promise<ApprovalRecord[]>;
  /** Removes records that were requested before a time and no longer hold, at most `limit`; returns their number. */
  prune(before: string, limit: number): Promise<number>;
}

/** States that hold until their time has passed. */
export const holdingStates: readonly ApprovalState[] = Object.freeze(['pending', 'approved', 'declined']);

/** The state at a time: pending and approved records expire. */
export function stateAt({ state, expiresAt }: Pick<ApprovalRecord, 'state' | 'expiresAt'>, now: string): ApprovalState {
  return (state === 'pending' || state === 'approved') && expiresAt <= now ? 'expired' : state;
}
