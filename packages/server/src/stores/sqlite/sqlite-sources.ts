/** Crawled addresses in SQLite. The due time is a separate column, because nodes claim sources by it. */
import type { SourcePoll, SourceRecord, SourceStore, StoredPoll } from '@dragoman/core/engine';
import { maxPolls } from '@dragoman/core/engine';
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
    readMany: (ids) =>
      database.read(() =>
        select('WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids.map((id) => toColumn(id)))),
      ),
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
    renew: (id, until, leaseUntil) =>
      database.write(() => {
        const sql = 'UPDATE sources SET due_at = ? WHERE id = ? AND due_at = ?';
        return database.run(sql, toColumn(leaseUntil), toColumn(id), toColumn(until)) > 0;
      }),
    settle: (source, look, audit) =>
      database.write(() => {
        const sql = 'UPDATE sources SET due_at = ?, source = ? WHERE id = ?';
        const settled = database.run(sql, toColumn(source.dueAt), JSON.stringify(source), toColumn(source.id));
        if (settled > 0 && look !== undefined) keepPoll(database, toColumn(source.id), look);
        if (settled > 0 && audit !== undefined) appendRecord(database, audit);
      }),
    makeDue: (id, now) =>
      database.write(() => {
        const sql = 'UPDATE sources SET due_at = ? WHERE id = ? AND due_at > ?';
        database.run(sql, toColumn(now), toColumn(id), toColumn(now));
      }),
    polls: (id, limit, before = Number.MAX_SAFE_INTEGER) =>
      database.read(() => {
        const sql = 'SELECT look FROM source_looks WHERE source_id = ? AND number < ? ORDER BY number DESC LIMIT ?';
        const rows = database.rows<{ look: string }>(sql, toColumn(id), before, limit);
        return rows.map((row) => JSON.parse(row.look) as StoredPoll);
      }),
  };
}

function keepPoll(database: SqliteDatabase, id: string, look: SourcePoll) {
  const [last] = database.rows<{ number: number | null }>(
    'SELECT max(number) AS number FROM source_looks WHERE source_id = ?',
    id,
  );
  const number = (last?.number ?? 0) + 1;
  database.run('INSERT INTO source_looks VALUES (?, ?, ?)', id, number, JSON.stringify({ ...look, number }));
  database.run('DELETE FROM source_looks WHERE source_id = ? AND number <= ?', id, number - maxPolls);
}

function toSource(row: SourceRow): SourceRecord {
  return { ...(JSON.parse(row.source) as SourceRecord), dueAt: fromColumn(row.due_at) };
}
