/** A long-running call as a row: the whole record in JSON, plus the columns used for lookup and claims. */
import type { RunRecord } from '@dragoman/core/http';
import { webhookDueAt } from '@dragoman/core/http';
import { fromColumn, toColumn, toNullable } from './column-text.js';

/** The columns that both databases have in common, in order. */
export const runColumns = [
  'id',
  'state',
  'created_at',
  'expires_at',
  'node',
  'lease_until',
  'webhook_at',
  'run',
] as const;

/** Columns that a run is read from; the lease changes without rewriting the record. */
export interface RunColumns {
  node: string;
  lease_until: string;
  run: string;
}

/** The values of a run's columns, in their order. */
export function runValues(run: RunRecord): (string | null)[] {
  const { id, state, createdAt, expiresAt, node, leaseUntil } = run;
  const texts = [id, state, createdAt, expiresAt, node, leaseUntil].map(toColumn);
  return [...texts, toNullable(webhookDueAt(run)), JSON.stringify(run)];
}

/** Converts a row to a run. */
export function fromRunColumns({ run, node, lease_until }: RunColumns): RunRecord {
  return { ...(JSON.parse(run) as RunRecord), node: fromColumn(node), leaseUntil: fromColumn(lease_until) };
}
