/**
 * Turns a decision into the rows to write: the new state, the version and the audit record. Pure and the same for every
 * store, so that revisions, times and the chain cannot differ between them.
 */
import type { AuditPoint } from '@dragoman/model';
import type { AuditRecord } from './audit.js';
import { chainRecord } from './audit.js';
import type { ChangeContext } from './change-context.js';
import type { Decision, EntryVersion, StoredEntry } from './store.js';

/** The rows of one change, written all together or not at all. */
export interface AppliedDecision {
  stored: StoredEntry;
  version: EntryVersion;
  record: AuditRecord;
}

/** The target of a decision: the entry's id, its current state, the context, and the last point of the chain. */
export interface DecisionTarget {
  id: string;
  current: StoredEntry | undefined;
  context: ChangeContext;
  head: AuditPoint;
}

/** Computes the rows of a decision; throws when the decision is about another entry. */
export function applyDecision(decision: NonNullable<Decision>, target: DecisionTarget): AppliedDecision {
  const { id, current, context, head } = target;
  const { action, entry, detail } = decision;
  if (entry.id !== id) throw new Error('a decision may not change the id of its entry');
  const { actor, traceId, at } = context;
  const draft = { at, actor, action, target: id, outcome: 'done', code: '', traceId } as const;
  const record = chainRecord(detail === undefined ? draft : { ...draft, detail }, head);
  const revision = (current?.revision ?? 0) + 1;
  const stored: StoredEntry = {
    entry,
    revision,
    seq: record.seq,
    createdAt: current?.createdAt ?? at,
    updatedAt: at,
    ...(action === 'entry.delete' ? { deletedAt: at } : {}),
  };
  return { stored, version: { revision, action, actor, at, entry }, record };
}
