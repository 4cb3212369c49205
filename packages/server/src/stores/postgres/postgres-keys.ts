/** API keys in PostgreSQL. */
import type { KeyStore } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import { toColumn } from '../column-text.js';
import type { KeyRow } from '../key-row.js';
import { fromKeyRow, keyChanges, keyColumns, toKeyRow } from '../key-row.js';
import { appendRecord } from './postgres-audit.js';
import type { PostgresDatabase } from './postgres-database.js';

const columns = keyColumns.join(', ');
const marks = keyColumns.map((_, index) => `$${index + 1}`).join(', ');

/** Keys in PostgreSQL; every change of access is audited in its transaction. */
export function createPostgresKeys(database: PostgresDatabase): KeyStore {
  const { schema } = database;
  const table = `${schema}.keys`;

  return {
    add: (key, audit) =>
      database.transact(async (query) => {
        const row = toKeyRow(key);
        const values = keyColumns.map((column) => row[column]);
        const sql = `INSERT INTO ${table} (${columns}) VALUES (${marks}) ON CONFLICT (id) DO NOTHING`;
        const { count } = await query(sql, values);
        if (count === 0) throw new Failure('CONFLICT', { message: 'A key with this id already exists.' });
        await appendRecord(query, schema, audit);
      }),
    async find(id) {
      const { rows } = await database.query<KeyRow>(`SELECT ${columns} FROM ${table} WHERE id = $1`, [toColumn(id)]);
      return rows[0] === undefined ? undefined : fromKeyRow(rows[0]);
    },
    async list() {
      const sql = `SELECT ${columns} FROM ${table} ORDER BY created_at DESC, id DESC`;
      return (await database.query<KeyRow>(sql)).rows.map(fromKeyRow);
    },
    update: (id, change, audit) =>
      database.transact(async (query) => {
        const { count } = await query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, [toColumn(id)]);
        if (count === 0) return false;
        for (const [column, value] of keyChanges(change)) {
          await query(`UPDATE ${table} SET ${column} = $1 WHERE id = $2`, [value, toColumn(id)]);
        }
        await appendRecord(query, schema, audit);
        return true;
      }),
    async touch(id, at) {
      const sql = `UPDATE ${table} SET last_used_at = $1 WHERE id = $2 AND coalesce(last_used_at, '') < $1`;
      await database.query(sql, [toColumn(at), toColumn(id)]);
    },
    async countUsable(at) {
      const sql = `SELECT count(*)::int AS count FROM ${table}
        WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)`;
      return (await database.query<{ count: number }>(sql, [toColumn(at)])).rows[0]?.count ?? 0;
    },
  };
}
