/** Crawled addresses in PostgreSQL. The due time is a separate column, because nodes claim sources by it. */
import type { SourcePoll, SourceRecord, SourceStore, StoredPoll } from '@dragoman/core/engine';
import { maxPolls } from '@dragoman/core/engine';
import { fromColumn, toColumn } from '../column-text.js';
import { appendRecord } from './postgres-audit.js';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';
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
    readMany: (ids) => select('WHERE key = ANY ($1::bytea[])', ids.map(rowKey)),
    list: () => select('ORDER BY id'),
    remove: (id, audit) =>
      database.transact(async (query) => {
        const { count } = await query(`DELETE FROM ${table} WHERE key = $1`, [rowKey(id)]);
        if (count === 0) return false;
        await appendRecord(query, schema, audit);
        return true;
      }),
    async lease(now, leaseUntil, limit) {
      // Rows that another node is claiming are skipped, not waited for.
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
    async renew(id, until, leaseUntil) {
      const sql = `UPDATE ${table} SET due_at = $3 WHERE key = $1 AND due_at = $2`;
      return (await database.query(sql, [rowKey(id), toColumn(until), toColumn(leaseUntil)])).count > 0;
    },
    async settle(source, look, audit) {
      const key = rowKey(source.id);
      const sql = `UPDATE ${table} SET due_at = $2, source = $3 WHERE key = $1`;
      const values = [key, toColumn(source.dueAt), JSON.stringify(source)];
      if (look === undefined && audit === undefined) {
        await database.query(sql, values);
        return;
      }
      await database.transact(async (query) => {
        // The source's row is locked, so that two polls never get the same number.
        if ((await query(sql, values)).count === 0) return;
        if (look !== undefined) await keepPoll(query, `${schema}.source_looks`, key, look);
        if (audit !== undefined) await appendRecord(query, schema, audit);
      });
    },
    async makeDue(id, now) {
      const sql = `UPDATE ${table} SET due_at = $2 WHERE key = $1 AND due_at > $2`;
      await database.query(sql, [rowKey(id), toColumn(now)]);
    },
    async polls(id, limit, before = 2_147_483_647) {
      const { rows } = await database.query<{ look: string }>(
        `SELECT look FROM ${schema}.source_looks WHERE source_key = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
        [rowKey(id), before, limit],
      );
      return rows.map((row) => JSON.parse(row.look) as StoredPoll);
    },
  };
}

async function keepPoll(query: PostgresQuery, table: string, key: Buffer, look: SourcePoll) {
  const { rows } = await query<{ number: number | null }>(
    `SELECT max(number) AS number FROM ${table} WHERE source_key = $1`,
    [key],
  );
  const number = (rows[0]?.number ?? 0) + 1;
  await query(`INSERT INTO ${table} VALUES ($1, $2, $3)`, [key, number, JSON.stringify({ ...look, number })]);
  await query(`DELETE FROM ${table} WHERE source_key = $1 AND number <= $2`, [key, number - maxPolls]);
}

function toSource(row: SourceRow): SourceRecord {
  return { ...(JSON.parse(row.source) as SourceRecord), dueAt: fromColumn(row.due_at) };
}
