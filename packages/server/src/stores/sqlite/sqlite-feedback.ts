/** Feedback in SQLite. */
import type { FeedbackRecord, FeedbackStore } from '@dragoman/core/engine';
import { fromColumn, toColumn } from '../column-text.js';
import type { SqliteDatabase } from './sqlite-database.js';

const put = `INSERT INTO feedback (entry_id, operation, subject, at, record) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (entry_id, operation, subject) DO UPDATE SET at = excluded.at, record = excluded.record`;

/** Feedback in SQLite. */
export function createSqliteFeedback(database: SqliteDatabase): FeedbackStore {
  return {
    async put(record) {
      const { entryId, operation, subject, at } = record;
      const key = [entryId, operation, subject].map(toColumn);
      await database.write(() => database.run(put, ...key, at, JSON.stringify(record)));
    },
    ofEntry: (entryId, limit) =>
      database.read(() => {
        const sql = 'SELECT record FROM feedback WHERE entry_id = ? ORDER BY at DESC LIMIT ?';
        const rows = database.rows<{ record: string }>(sql, toColumn(entryId), limit);
        return rows.map(({ record }) => JSON.parse(record) as FeedbackRecord);
      }),
    entries: (after, limit) =>
      database.read(() => {
        const sql = 'SELECT DISTINCT entry_id FROM feedback WHERE entry_id > ? ORDER BY entry_id LIMIT ?';
        return database.rows<{ entry_id: string }>(sql, toColumn(after), limit).map((row) => fromColumn(row.entry_id));
      }),
    count: (subject) =>
      database.read(() => {
        const sql = 'SELECT count(*) AS count FROM feedback WHERE subject = ?';
        return database.rows<{ count: number }>(sql, toColumn(subject))[0]?.count ?? 0;
      }),
  };
}
