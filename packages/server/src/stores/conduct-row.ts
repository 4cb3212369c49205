/** Conduct as rows: its key and its time in columns, the sums next to them. */
import type { CallStatsRecord } from '@dragoman/core/engine';
import { fromColumn, toColumn } from './column-text.js';

/** A row. */
export interface ConductRow {
  entry_id: string;
  operation: string;
  at: string;
  sums: string;
}

/** The record of a row. */
export function toConduct({ entry_id, operation, at, sums }: ConductRow): CallStatsRecord {
  const { calls, weight, failed, timed, duration } = JSON.parse(sums) as CallStatsRecord;
  return {
    entryId: fromColumn(entry_id),
    operation: fromColumn(operation),
    at,
    calls,
    weight,
    failed,
    timed,
    duration,
  };
}

/** The row of a record. */
export function toConductRow({ entryId, operation, at, ...sums }: CallStatsRecord): ConductRow {
  return { entry_id: toColumn(entryId), operation: toColumn(operation), at, sums: JSON.stringify(sums) };
}
