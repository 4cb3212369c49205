/** An audit record as a row; the same columns in both databases. */
import type { AuditRecord } from '@dragoman/core/engine';
import { fromColumn } from './column-text.js';

/** An audit record as a row; PostgreSQL returns 64-bit integers as text. */
export interface AuditRow {
  seq: number | string;
  at: string;
  actor: string;
  action: string;
  target: string;
  outcome: AuditRecord['outcome'];
  code: string;
  trace_id: string;
  previous: string;
  hash: string;
  detail: string | null;
}

/** Converts a row to a record. */
export function toRecord(row: AuditRow): AuditRecord {
  return {
    seq: Number(row.seq),
    at: fromColumn(row.at),
    actor: fromColumn(row.actor),
    action: fromColumn(row.action),
    target: fromColumn(row.target),
    outcome: row.outcome,
    code: fromColumn(row.code),
    traceId: fromColumn(row.trace_id),
    previous: row.previous,
    hash: row.hash,
    ...(row.detail === null ? {} : { detail: fromColumn(row.detail) }),
  };
}
