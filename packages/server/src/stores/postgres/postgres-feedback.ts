/** Feedback in PostgreSQL. */
import type { FeedbackRecord, FeedbackStore } from '@dragoman/core/engine';
import { fromColumn, toColumn } from '../column-text.js';
import type { PostgresDatabase } from './postgres-database.js';

/** Feedback in PostgreSQL. */
export function createPostgresFeedback(database: PostgresDatabase): FeedbackStore {
  const table = `${database.schema}.feedback`;
  return {
    async put(record) {
      const { entryId, operation, subject, at } = record;
      await database.query(
        `INSERT INTO ${table} (entry_id, operation, subject, at, record) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (entry_id, operation, subject) DO UPDATE SET at = excluded.at, record = excluded.record`,
        [toColumn(entryId), toColumn(operation), toColumn(subject), at, JSON.stringify(record)],
      );
    },
    async ofEntry(entryId, limit) {
      const sql = `SELECT record FROM ${table} WHERE entry_id = $1 ORDER BY at DESC LIMIT $2`;
      const { rows } = await database.query<{ record: string }>(sql, [toColumn(entryId), limit]);
      return rows.map(({ record }) => JSON.parse(record) as FeedbackRecord);
    },
    async entries(after, limit) {
      const sql = `SELECT DISTINCT entry_id FROM ${table} WHERE entry_id > $1 ORDER BY entry_id LIMIT $2`;
      const { rows } = await database.query<{ entry_id: string }>(sql, [toColumn(after), limit]);
      return rows.map((row) => fromColumn(row.entry_id));
    },
    async count(subject) {
      const sql = `SELECT count(*)::integer AS count FROM ${table} WHERE subject = $1`;
      return (await database.query<{ count: number }>(sql, [toColumn(subject)])).rows[0]?.count ?? 0;
    },
  };
}
