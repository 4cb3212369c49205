/** Long-running calls in PostgreSQL. State, lease and webhook time are columns, because nodes claim runs by them. */
import type { RunStore } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import { toColumn } from '../column-text.js';
import type { RunColumns } from '../run-row.js';
import { fromRunColumns, runColumns, runValues } from '../run-row.js';
import { appendRecord } from './postgres-audit.js';
import type { PostgresDatabase } from './postgres-database.js';
import { rowKey } from './row-key.js';

const columns = runColumns.join(', ');
const marks = runColumns.map((_, index) => `$${index + 2}`).join(', ');
const assignments = runColumns.map((column, index) => `${column} = $${index + 2}`).join(', ');
const open = "state IN ('queued', 'running')";

/** Runs in PostgreSQL; additions, and changes marked as audited, are audited in their transaction. */
export function createPostgresRuns(database: PostgresDatabase): RunStore {
  const { schema } = database;
  const table = `${schema}.runs`;
  const select = async (rest: string, ...values: unknown[]) =>
    (await database.query<RunColumns>(`SELECT node, lease_until, run FROM ${table} ${rest}`, values)).rows.map(
      fromRunColumns,
    );

  return {
    add: (run, audit) =>
      database.transact(async (query) => {
        const sql = `INSERT INTO ${table} (subject_key, ${columns}) VALUES ($1, ${marks}) ON CONFLICT (id) DO NOTHING`;
        const { count } = await query(sql, [rowKey(run.subject), ...runValues(run)]);
        if (count === 0) throw new Failure('CONFLICT', { message: 'A run with this id already exists.' });
        await appendRecord(query, schema, audit);
      }),
    find: async (id) => (await select('WHERE id = $1', toColumn(id)))[0],
    list(subject, limit, before) {
      const order = 'ORDER BY created_at DESC, id DESC LIMIT $2';
      if (before === undefined) return select(`WHERE subject_key = $1 ${order}`, rowKey(subject), limit);
      const older = `(created_at, id) < (SELECT created_at, id FROM ${table} WHERE id = $3)`;
      return select(`WHERE subject_key = $1 AND ${older} ${order}`, rowKey(subject), limit, toColumn(before));
    },
    update: (run, expected, audit) =>
      database.transact(async (query) => {
        const state = `$${runColumns.length + 2}`;
        const sql = `UPDATE ${table} SET subject_key = $1, ${assignments} WHERE id = $2 AND state = ${state}`;
        const { count } = await query(sql, [rowKey(run.subject), ...runValues(run), expected]);
        if (count === 0) return false;
        if (audit !== undefined) await appendRecord(query, schema, audit);
        return true;
      }),
    lease: ({ node, now, leaseUntil, limit, except = [] }) =>
      database.transact(async (query) => {
        // Rows that another node is claiming are skipped, not waited for.
        const { rows } = await query<RunColumns>(
          `WITH free AS (
             SELECT id FROM ${table} WHERE ${open} AND lease_until <= $1 AND subject_key <> ALL($5)
             ORDER BY created_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
           ), taken AS (
             UPDATE ${table} r SET node = $3, lease_until = $4 FROM free WHERE r.id = free.id
             RETURNING r.id, r.created_at, r.node, r.lease_until, r.run
           )
           SELECT node, lease_until, run FROM taken ORDER BY created_at, id`,
          [toColumn(now), limit, toColumn(node), toColumn(leaseUntil), except.map(rowKey)],
        );
        return rows.map(fromRunColumns);
      }),
    report: (id, node, progress) =>
      database.transact(async (query) => {
        const { rows } = await query<RunColumns>(
          `SELECT node, lease_until, run FROM ${table} WHERE id = $1 AND node = $2 AND ${open} FOR UPDATE`,
          [toColumn(id), toColumn(node)],
        );
        const [found] = rows.map(fromRunColumns);
        if (found === undefined) return false;
        await query(`UPDATE ${table} SET run = $1 WHERE id = $2`, [
          JSON.stringify({ ...found, progress }),
          toColumn(id),
        ]);
        return true;
      }),
    async latestLease() {
      const [last] = await select(`WHERE ${open} ORDER BY lease_until DESC LIMIT 1`);
      return last?.leaseUntil;
    },
    async renew(id, node, leaseUntil) {
      const sql = `UPDATE ${table} SET lease_until = $3 WHERE id = $1 AND node = $2 AND ${open}`;
      return (await database.query(sql, [id, node, leaseUntil].map(toColumn))).count > 0;
    },
    dueWebhooks: (now, limit) =>
      select('WHERE webhook_at <= $1 ORDER BY webhook_at, id LIMIT $2', toColumn(now), limit),
    async prune(now, limit) {
      const sql = `DELETE FROM ${table} WHERE id IN
        (SELECT id FROM ${table} WHERE expires_at <= $1 AND NOT ${open} LIMIT $2 FOR UPDATE SKIP LOCKED)`;
      return (await database.query(sql, [toColumn(now), limit])).count;
    },
  };
}
