/** Operation statistics in SQLite. */
import { addCallStats, type CallStatsRecord, type CallStatsStore } from '@dragoman/core/engine';
import { type ConductRow, toConduct, toConductRow } from '../call-stats-row.js';
import { toColumn } from '../column-text.js';
import type { SqliteDatabase } from './sqlite-database.js';

const read = 'SELECT entry_id, operation, at, sums FROM conduct';
const put = `INSERT INTO conduct (entry_id, operation, at, sums) VALUES (?, ?, ?, ?)
  ON CONFLICT (entry_id, operation) DO UPDATE SET at = excluded.at, sums = excluded.sums`;
const remove = `DELETE FROM conduct WHERE at < ? OR rowid IN (
  SELECT rowid FROM conduct ORDER BY at DESC, entry_id DESC, operation DESC LIMIT -1 OFFSET ?)`;

/** Operation statistics in SQLite. */
export function createSqliteConduct(database: SqliteDatabase): CallStatsStore {
  function addOne(record: CallStatsRecord): CallStatsRecord {
    const row = toConductRow(record);
    const sql = `${read} WHERE entry_id = ? AND operation = ?`;
    const [kept] = database.rows<ConductRow>(sql, row.entry_id, row.operation);
    const now = addCallStats(kept === undefined ? undefined : toConduct(kept), record);
    const { entry_id, operation, at, sums } = toConductRow(now);
    database.run(put, entry_id, operation, at, sums);
    return now;
  }

  return {
    add: (records) => database.write(() => records.map(addOne)),
    after: ({ at, entryId, operation }, limit) =>
      database.read(() => {
        const sql = `${read} WHERE (at, entry_id, operation) > (?, ?, ?) ORDER BY at, entry_id, operation LIMIT ?`;
        return database.rows<ConductRow>(sql, at, toColumn(entryId), toColumn(operation), limit).map(toConduct);
      }),
    prune: (before, most) => database.write(() => database.run(remove, before, most)),
  };
}
