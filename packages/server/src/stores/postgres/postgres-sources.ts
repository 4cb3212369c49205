/** Crawled addresses in PostgreSQL. The due time is a column of its own, because nodes take sources by it. */
import type { SourceRecord, SourceStore } from '@dragoman/core';
import { fromColumn, toColumn } from '../column-text.js';
import { appendRecord } from './postgres-audit.js';
import type { PostgresDatabase } from './postgres-database.js';
import { rowKey } from './row-key.js';

interface SourceRow {
  due_at: string;
  source: string;
}

/** Sources in PostgreSQL; additions and removals are audited in their transaction. */
export function createPostgresSources(database: PostgresDatabase): SourceStore {
  const { schema } = database;
  const table = `${schema}.sources`;
  const select = async (rest: string, ...values: unknown[]) =>
    (await database.query<SourceRow>(`SELECT due_at, source FROM ${table} ${rest}`, values)).rows.map(toSource);

  return {
    add: (source, audit) =>
      database.transact(async (query) => {
        const { count } = await query(
          `INSERT INTO ${table} (key, id, due_at, source) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING`,
          [rowKey(source.id), toColumn(source.id), toColumn(source.dueAt), JSON.stringify(source)],
        );
        if (count === 0) return false;
        await appendRecord(query, schema, audit);
        return true;
      }),
    find: async (id) => (await select('WHERE key = $1', rowKey(id)))[0],
    list: () => select('ORDER BY id'),
    remove: (id, audit) =>
      database.transact(async (query) => {
        const { count } = await query(`DELETE FROM ${table} WHERE key = $1`, [rowKey(id)]);
        if (count === 0) return false;
        await appendRecord(query, schema, audit);
        return true;
      }),
    async lease(now, leaseUntil, limit) {
      // Rows that another node is taking at this moment are skipped, not waited for.
      const { rows } = await database.query<SourceRow>(
        `WITH due AS (
           SELECT key, due_at AS was_due_at FROM ${table} WHERE due_at <= $1
           ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
         ), taken AS (
           UPDATE ${table} s SET due_at = $2 FROM due WHERE s.key = due.key
           RETURNING s.id, s.due_at, s.source, due.was_due_at
         )
         SELECT due_at, source FROM taken ORDER BY was_due_at, id`,
        [toColumn(now), toColumn(leaseUntil), limit],
      );
      return rows.map(toSource);
    },
    async settle(source) {
      const values = [rowKey(source.id), toColumn(source.dueAt), JSON.stringify(source)];
      await database.query(`UPDATE ${table} SET due_at = $2, source = $3 WHERE key = $1`, values);
    },
  };
}

function toSource(row: SourceRow): SourceRecord {
  return { ...(JSON.parse(row.source) as SourceRecord), dueAt: fromColumn(row.due_at) };
}
