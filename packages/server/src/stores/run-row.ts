/** A long-running call as a row: the whole record in JSON, with the columns by which rows are found and claimed. */
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

/** What a run is read from; the lease moves without the record being written. */
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

/** The run of a row. */
export function fromRunColumns({ run, node, lease_until }: RunColumns): RunRecord {
  return { ...(JSON.parse(run) as RunRecord), node: fromColumn(node), leaseUntil: fromColumn(lease_until) };
}
