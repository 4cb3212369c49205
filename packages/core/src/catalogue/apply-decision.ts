/**
 * Turns a decision into the rows that it leaves behind: the new state, the kept version and the audit record.
 * Pure and the same for every store, so that revisions, times and the chain cannot differ between them.
 */
import type { AuditPoint, AuditRecord } from './audit.js';
import { chainRecord } from './audit.js';
import type { ChangeContext } from './change-context.js';
import type { Decision, EntryVersion, StoredEntry } from './store.js';

/** What one change leaves to be written, all of it or nothing. */
export interface AppliedDecision {
  stored: StoredEntry;
  version: EntryVersion;
  record: AuditRecord;
}

/** What a decision applies to: the entry's id, its present state, who asks, and the chain's last point. */
export interface DecisionTarget {
  id: string;
  current: StoredEntry | undefined;
  context: ChangeContext;
  head: AuditPoint;
}

/** Works out what a decision writes; throws when the decision is about another entry. */
export function applyDecision(decision: NonNullable<Decision>, target: DecisionTarget): AppliedDecision {
  const { id, current, context, head } = target;
  const { action, entry } = decision;
  if (entry.id !== id) throw new Error('a decision may not change the id of its entry');
  const { actor, traceId, at } = context;
  const record = chainRecord({ at, actor, action, target: id, outcome: 'done', code: '', traceId }, head);
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
