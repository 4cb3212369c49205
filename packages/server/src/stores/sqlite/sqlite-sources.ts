/** Crawled addresses in SQLite. The due time is a column of its own, because nodes take sources by it. */
import type { SourceRecord, SourceStore } from '@dragoman/core';
import { fromColumn, toColumn } from '../column-text.js';
import { appendRecord } from './sqlite-audit.js';
import type { SqliteDatabase } from './sqlite-database.js';

interface SourceRow {
  due_at: string;
  source: string;
}

/** Sources in SQLite; additions and removals are audited in their transaction. */
export function createSqliteSources(database: SqliteDatabase): SourceStore {
  const select = (rest: string, ...values: (string | number)[]) =>
    database.rows<SourceRow>(`SELECT due_at, source FROM sources ${rest}`, ...values).map(toSource);

  return {
    add: (source, audit) =>
      database.write(() => {
        const sql = 'INSERT INTO sources (id, due_at, source) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING';
        const values = [toColumn(source.id), toColumn(source.dueAt), JSON.stringify(source)];
        if (database.run(sql, ...values) === 0) return false;
        appendRecord(database, audit);
        return true;
      }),
    find: (id) => database.read(() => select('WHERE id = ?', toColumn(id))[0]),
    list: () => database.read(() => select('ORDER BY id')),
    remove: (id, audit) =>
      database.write(() => {
        if (database.run('DELETE FROM sources WHERE id = ?', toColumn(id)) === 0) return false;
        appendRecord(database, audit);
        return true;
      }),
    lease: (now, leaseUntil, limit) =>
      database.write(() => {
        const due = select('WHERE due_at <= ? ORDER BY due_at, id LIMIT ?', toColumn(now), limit);
        for (const source of due) {
          database.run('UPDATE sources SET due_at = ? WHERE id = ?', toColumn(leaseUntil), toColumn(source.id));
        }
        return due.map((source) => ({ ...source, dueAt: leaseUntil }));
      }),
    settle: (source) =>
      database.write(() => {
        database.run(
          'UPDATE sources SET due_at = ?, source = ? WHERE id = ?',
          toColumn(source.dueAt),
          JSON.stringify(source),
          toColumn(source.id),
        );
      }),
  };
}

function toSource(row: SourceRow): SourceRecord {
  return { ...(JSON.parse(row.source) as SourceRecord), dueAt: fromColumn(row.due_at) };
}
