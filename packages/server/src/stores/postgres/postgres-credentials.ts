/** Upstream credentials in PostgreSQL; only sealed text is stored. */
import type { CredentialStore } from '@dragoman/core/engine';
import { toColumn } from '../column-text.js';
import type { CredentialColumns, UsableColumns } from '../credential-row.js';
import { credentialColumns, credentialValues, fromCredentialColumns, fromUsableColumns } from '../credential-row.js';
import { appendRecord } from './postgres-audit.js';
import type { PostgresDatabase } from './postgres-database.js';
import { rowKey } from './row-key.js';

const columns = credentialColumns.join(', ');
const marks = credentialColumns.map((_, index) => `$${index + 2}`).join(', ');
const replaced = credentialColumns.map((column) => `${column} = excluded.${column}`).join(', ');

/** Credentials in PostgreSQL; additions, replacements and removals are audited in their transaction. */
export function createPostgresCredentials(database: PostgresDatabase): CredentialStore {
  const { schema } = database;
  const table = `${schema}.credentials`;
  const select = async (rest: string, ...values: unknown[]) =>
    (await database.query<CredentialColumns>(`SELECT ${columns} FROM ${table} ${rest}`, values)).rows.map(
      fromCredentialColumns,
    );

  return {
    put: (credential, audit) =>
      database.transact(async (query) => {
        await query(
          `INSERT INTO ${table} (agent_key, ${columns}) VALUES ($1, ${marks})
           ON CONFLICT (id) DO UPDATE SET agent_key = excluded.agent_key, ${replaced}`,
          [rowKey(credential.agentId), ...credentialValues(credential)],
        );
        await appendRecord(query, schema, audit);
      }),
    find: async (id) => (await select('WHERE id = $1', toColumn(id)))[0],
    listFor: (agentId) => select('WHERE agent_key = $1 ORDER BY created_at, id', rowKey(agentId)),
    async usableBy(subject, agentIds) {
      const sql = `SELECT DISTINCT agent_id, subject IS NULL AS shared FROM ${table}
        WHERE (subject IS NULL OR subject = $1) AND agent_key = ANY ($2::bytea[])`;
      const { rows } = await database.query<UsableColumns>(sql, [toColumn(subject), agentIds.map(rowKey)]);
      return rows.map(fromUsableColumns);
    },
    notSealedWith: (key, limit) =>
      select('WHERE sealed_with <> $1 ORDER BY created_at, id LIMIT $2', toColumn(key), limit),
    reseal: (id, before, after) =>
      database.transact(async (query) => {
        const sql = `UPDATE ${table} SET sealed = $1, sealed_with = $2 WHERE id = $3 AND sealed = $4`;
        return (await query(sql, [after.sealed, after.sealedWith, id, before].map(toColumn))).count > 0;
      }),
    remove: (id, audit) =>
      database.transact(async (query) => {
        const { count } = await query(`DELETE FROM ${table} WHERE id = $1`, [toColumn(id)]);
        if (count === 0) return false;
        await appendRecord(query, schema, audit);
        return true;
      }),
    async touch(id, at) {
      const sql = `UPDATE ${table} SET last_used_at = $1 WHERE id = $2 AND coalesce(last_used_at, '') < $1`;
      await database.query(sql, [toColumn(at), toColumn(id)]);
    },
  };
}
