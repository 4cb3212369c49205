/** Operation statistics as rows: key and time in columns, the sums as JSON. */
import type { CallStatsRecord } from '@dragoman/core/engine';
import { fromColumn, toColumn } from './column-text.js';

/** A row. */
export interface ConductRow {
  entry_id: string;
  operation: string;
  at: string;
  sums: string;
}

/** Converts a row to a record. */
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

/** Converts a record to a row. */
export function toConductRow({ entryId, operation, at, ...sums }: CallStatsRecord): ConductRow {
  return { entry_id: toColumn(entryId), operation: toColumn(operation), at, sums: JSON.stringify(sums) };
}
