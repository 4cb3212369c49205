/**
 * The audit log: who did what or was refused, when, in which trace. Records are chained by hash, so that a changed,
 * removed or reordered record is detected. Records never contain payloads or credentials.
 */

import { hash } from 'node:crypto';
import { quoteJson } from '@dragoman/documents';
import type { AuditPoint } from '@dragoman/model';

/**
 * `done`: performed, or the service answered. `refused`: rejected here, nothing was sent. `failed`: not performed, or
 * performed without a usable answer, as the code says. `unknown`: sent, and it may or may not have taken effect.
 */
export type AuditOutcome = 'done' | 'refused' | 'failed' | 'unknown';

/** A record before it is chained. */
export interface AuditDraft {
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  /** Subject of the caller. */
  actor: string;
  /** The action done or attempted: `entry.create`, `key.revoke`, `auth.check` … */
  action: string;
  /** Id of the target; empty when the action has no target. */
  target: string;
  outcome: AuditOutcome;
  /** Failure code; empty when the action was done. */
  code: string;
  traceId: string;
  /** Further facts as JSON text, such as those of a call; never payloads or credentials. */
  detail?: string;
}

/** A record in the chain. */
export interface AuditRecord extends AuditDraft {
  /** 1, 2, 3 … without gaps. */
  seq: number;
  /** Hash of the previous record; `genesis` for the first one. */
  previous: string;
  /** SHA-256 over `previous` and the record, hexadecimal. */
  hash: string;
}

/** Filters of a list. */
export interface AuditQuery {
  /** Only records after this sequence number. */
  after?: number;
  limit: number;
  actor?: string;
  action?: string;
  target?: string;
  traceId?: string;
}

/** Filters of a search; all of them must match. */
export interface AuditSearch {
  /** Only records before this sequence number. */
  before?: number;
  limit: number;
  actor?: string;
  action?: string;
  target?: string;
  traceId?: string;
  outcome?: AuditOutcome;
  code?: string;
  /** Name of the operation, in the detail of the record of a call. */
  operation?: string;
  /** Only records from this time on, and before that one; RFC 3339, UTC, milliseconds. */
  since?: string;
  until?: string;
}

/** Records that were found, newest first. */
export interface AuditPage {
  records: AuditRecord[];
  /** Search on before this sequence number; absent when there is nothing more. A page may be short and have this. */
  next?: number;
}

/** Maximum number of records that one search for an operation examines. */
export const maxExamined = 20_000;

/** Milliseconds by which the clocks of several nodes may differ, so that records are not exactly in order of time. */
export const clockTolerance = 300_000;

/** The text that the detail of a call of this operation contains. */
export function operationMark(operation: string): string {
  return `"operation":${quoteJson(operation)}`;
}

/** The audit log's part of the store. */
export interface AuditStore {
  /** Appends one record to the chain, and ends the intent in the same transaction when one is named. */
  append(draft: AuditDraft, endedIntent?: string): Promise<AuditRecord>;
  /** Appends records in this order and ends the named intents, all of them or none. */
  appendAll(drafts: readonly AuditDraft[], endedIntents?: readonly string[]): Promise<void>;
  /** Records in order of `seq`. */
  list(query: AuditQuery): Promise<AuditRecord[]>;
  /** Records that match, newest first; the time needed does not grow with the log. */
  search(query: AuditSearch): Promise<AuditPage>;
  /**
   * Last record that the chain should have, stored separately from the records; seq 0 and `genesis` at the start.
   * Throws `MissingAuditHead`.
   */
  head(): Promise<AuditPoint>;
  /** Last record removed by retention; seq 0 and `genesis` when none was removed. Throws `MissingAuditHead`. */
  anchor(): Promise<AuditPoint>;
  /** Removes the records before that time and moves the anchor; returns their number. The last record always stays. */
  prune(before: string): Promise<number>;
}

/** Thrown by a store whose chain has lost its head or anchor because it was removed. */
export class MissingAuditHead extends Error {
  constructor(name: 'head' | 'anchor') {
    super(`the audit chain has lost its ${name}`);
  }
}

/** The point before the first record. */
export const genesis: AuditPoint = Object.freeze({ seq: 0, hash: 'genesis' });

/** Chains a draft to a point. */
export function chainRecord(draft: AuditDraft, previous: AuditPoint): AuditRecord {
  const { at, actor, action, target, outcome, code, traceId, detail } = draft;
  const seq = previous.seq + 1;
  const record: AuditRecord = {
    at,
    actor,
    action,
    target,
    outcome,
    code,
    traceId,
    seq,
    previous: previous.hash,
    hash: '',
  };
  if (detail !== undefined) record.detail = detail;
  record.hash = hashRecord(record);
  return record;
}

/** The expected hash of a record. */
export function hashRecord(record: Omit<AuditRecord, 'hash'>): string {
  const { seq, previous, at, traceId, detail } = record;
  const place = `${quoteJson(previous)},${seq},${quoteJson(at)}`;
  const what = quoteWhat(record);
  // The detail is JSON, so it always needs escaping.
  const facts = detail === undefined ? '' : `,${JSON.stringify(detail)}`;
  return hash('sha256', `[${place},${what},${quoteJson(traceId)}${facts}]`);
}

type Deed = Pick<AuditDraft, 'actor' | 'action' | 'target' | 'outcome' | 'code'>;

/** True for records with the same actor, action, target and outcome. */
export function isAlike(one: Deed, other: Deed): boolean {
  return (
    one.actor === other.actor &&
    one.action === other.action &&
    one.target === other.target &&
    one.outcome === other.outcome &&
    one.code === other.code
  );
}

/** The last result: call records come by the hundred, and most are alike. */
const last: { deed: Deed | undefined; text: string } = { deed: undefined, text: '' };

function quoteWhat(deed: Deed): string {
  if (last.deed === undefined || !isAlike(last.deed, deed)) {
    const { actor, action, target, outcome, code } = deed;
    last.deed = { actor, action, target, outcome, code };
    last.text = [actor, action, target, outcome, code].map(quoteJson).join(',');
  }
  return last.text;
}
