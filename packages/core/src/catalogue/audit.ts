/**
 * The audit log: who did or was refused what, when, under which trace. Records are chained by hash, so that
 * a changed, removed or reordered record shows. No payload and no credential ever enters one.
 */
import { hash } from 'node:crypto';
import { quoteJson } from '@dragoman/documents';

/** A record before it is chained. */
export interface AuditDraft {
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  /** Subject of the caller. */
  actor: string;
  /** What was done or tried: `entry.create`, `key.revoke`, `auth.check` … */
  action: string;
  /** Id of what it was done to; empty when there is none. */
  target: string;
  outcome: 'done' | 'refused';
  /** Failure code of a refusal; empty otherwise. */
  code: string;
  traceId: string;
  /** Further facts as JSON text, such as those of a call; never payloads or credentials. */
  detail?: string;
}

/** A record in the chain. */
export interface AuditRecord extends AuditDraft {
  /** 1, 2, 3 … without a hole. */
  seq: number;
  /** Hash of the record before; for the first one `genesis`. */
  previous: string;
  /** SHA-256 over `previous` and the record, hexadecimal. */
  hash: string;
}

/** A point of the chain: everything up to `seq` is vouched for by `hash`. */
export interface AuditPoint {
  seq: number;
  hash: string;
}

/** What to list. */
export interface AuditQuery {
  /** Only records after this sequence number. */
  after?: number;
  limit: number;
  actor?: string;
  action?: string;
  target?: string;
}

/** The audit log's part of the store. */
export interface AuditStore {
  /** Appends one record to the chain. */
  append(draft: AuditDraft): Promise<AuditRecord>;
  /** Appends records in this order, all of them or none. */
  appendAll(drafts: readonly AuditDraft[]): Promise<void>;
  /** Records in order of `seq`. */
  list(query: AuditQuery): Promise<AuditRecord[]>;
  /** Last record that the chain should have, kept apart from the records; seq 0 and `genesis` at the start. Throws `LostPoint`. */
  head(): Promise<AuditPoint>;
  /** Last record removed by retention; seq 0 and `genesis` when none was. Throws `LostPoint`. */
  anchor(): Promise<AuditPoint>;
  /** Removes the records before that time and moves the anchor; returns how many. The last record always stays. */
  prune(before: string): Promise<number>;
}

/** Thrown by a store whose chain has no head or no anchor any more: somebody has removed it. */
export class LostPoint extends Error {
  constructor(name: 'head' | 'anchor') {
    super(`the audit chain has lost its ${name}`);
  }
}

/** The chain's point before its first record. */
export const genesis: AuditPoint = Object.freeze({ seq: 0, hash: 'genesis' });

/** Chains a draft behind a point. */
export function chainRecord(draft: AuditDraft, previous: AuditPoint): AuditRecord {
  const { at, actor, action, target, outcome, code, traceId, detail } = draft;
  const place = { seq: previous.seq + 1, previous: previous.hash, hash: '' };
  const record: AuditRecord = { at, actor, action, target, outcome, code, traceId, ...place };
  if (detail !== undefined) record.detail = detail;
  record.hash = hashRecord(record);
  return record;
}

/** The hash that a record must carry. */
export function hashRecord(record: Omit<AuditRecord, 'hash'>): string {
  const { seq, previous, at, traceId, detail } = record;
  const place = `${quoteJson(previous)},${seq},${quoteJson(at)}`;
  const what = quoteWhat(record);
  // The details are JSON themselves, so that there is always something to escape in them.
  const facts = detail === undefined ? '' : `,${JSON.stringify(detail)}`;
  return hash('sha256', `[${place},${what},${quoteJson(traceId)}${facts}]`);
}

type Deed = Pick<AuditDraft, 'actor' | 'action' | 'target' | 'outcome' | 'code'>;

/** True for records that say the same of who did what to what, and what came of it. */
export function isAlike(one: Deed, other: Deed): boolean {
  return (
    one.actor === other.actor &&
    one.action === other.action &&
    one.target === other.target &&
    one.outcome === other.outcome &&
    one.code === other.code
  );
}

/** The last one that was written: records of calls come by the hundred, and most are alike. */
const last: { deed: Deed | undefined; text: string } = { deed: undefined, text: '' };

function quoteWhat(deed: Deed): string {
  if (last.deed === undefined || !isAlike(last.deed, deed)) {
    const { actor, action, target, outcome, code } = deed;
    last.deed = { actor, action, target, outcome, code };
    last.text = [actor, action, target, outcome, code].map(quoteJson).join(',');
  }
  return last.text;
}
