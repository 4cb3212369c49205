/** Saved items in SQLite. */
import type { SavedRecord, SavedStore } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import { toColumn } from '../column-text.js';
import type { SqliteDatabase } from './sqlite-database.js';

const insert = `INSERT INTO saved (id, subject, kind, agent_id, operation, at, expires_at, record)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;
const trim = `DELETE FROM saved WHERE id IN
  (SELECT id FROM saved WHERE subject = ? AND kind = ? ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?)`;
const prune = 'DELETE FROM saved WHERE id IN (SELECT id FROM saved WHERE expires_at <= ? LIMIT ?)';

/** Saved items in SQLite. */
export function createSqliteSaved(database: SqliteDatabase): SavedStore {
  const select = (rest: string, ...values: (string | number)[]) =>
    database
      .rows<{ record: string }>(`SELECT record FROM saved WHERE ${rest}`, ...values)
      .map(({ record }) => JSON.parse(record) as SavedRecord);
  return {
    add: (record, keep) =>
      database.write(() => {
        const { id, subject, kind, agentId, operation, at, expiresAt } = record;
        const columns = [id, subject, kind, agentId, operation, at, expiresAt].map(toColumn);
        if (database.run(insert, ...columns, JSON.stringify(record)) === 0) {
          throw new Failure('CONFLICT', { message: 'An item with this id already exists.' });
        }
        database.run(trim, toColumn(subject), kind, keep);
      }),
    find: (subject, id) => database.read(() => select('subject = ? AND id = ?', toColumn(subject), toColumn(id))[0]),
    list: ({ subject, kind, agentId, operation, limit, before }) =>
      database.read(() => {
        const conditions = ['subject = ?', 'kind = ?'];
        const values: (string | number)[] = [toColumn(subject), kind];
        const add = (condition: string, ...more: string[]) => {
          conditions.push(condition);
          values.push(...more.map(toColumn));
        };
        if (agentId !== undefined) add('agent_id = ?', agentId);
        if (operation !== undefined) add('operation = ?', operation);
        if (before !== undefined)
          add('(at, id) < (SELECT at, id FROM saved WHERE id = ? AND subject = ?)', before, subject);
        return select(`${conditions.join(' AND ')} ORDER BY at DESC, id DESC LIMIT ?`, ...values, limit);
      }),
    remove: (subject, id) =>
      database.write(() => {
        const sql = 'DELETE FROM saved WHERE subject = ? AND id = ?';
        return database.run(sql, toColumn(subject), toColumn(id)) > 0;
      }),
    prune: (now, limit) => database.write(() => database.run(prune, toColumn(now), limit)),
  };
}
