/** An intent as a row; the same columns in both databases. */
import type { AuditDraft, Intent } from '@dragoman/core/engine';
import { fromColumn, toColumn } from './column-text.js';

/** An intent as a row. */
export interface IntentRow {
  id: string;
  node: string;
  lease_until: string;
  draft: string;
}

/** The columns, in the order of `intentValues`. */
export const intentColumns = ['id', 'node', 'lease_until', 'draft'] as const;

/** The values of a row. */
export function intentValues({ id, node, leaseUntil, draft }: Intent): string[] {
  return [id, node, leaseUntil, toColumn(JSON.stringify(draft))];
}

/** Converts a row to an intent. */
export function toIntent({ id, node, lease_until: leaseUntil, draft }: IntentRow): Intent {
  return { id, node, leaseUntil, draft: JSON.parse(fromColumn(draft)) as AuditDraft };
}
