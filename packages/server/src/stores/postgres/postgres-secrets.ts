/** The server's own secrets in PostgreSQL. */
import type { SecretStore } from '@dragoman/core/engine';
import { fromColumn, toColumn } from '../column-text.js';
import type { PostgresDatabase } from './postgres-database.js';

/** Secrets in PostgreSQL. */
export function createPostgresSecrets({ query, transact, schema }: PostgresDatabase): SecretStore {
  const table = `${schema}.secrets`;
  const read = async (name: string) =>
    (await query<{ secret: string }>(`SELECT secret FROM ${table} WHERE name = $1`, [toColumn(name)])).rows[0]?.secret;
  const change = (sql: string, values: readonly string[]) =>
    transact(async (run) => (await run(sql, values)).count > 0);
  return {
    read,
    async add(name, text) {
      await change(`INSERT INTO ${table} VALUES ($1, $2) ON CONFLICT DO NOTHING`, [toColumn(name), text]);
      return (await read(name)) ?? text;
    },
    replace: (name, from, to) =>
      change(`UPDATE ${table} SET secret = $3 WHERE name = $1 AND secret = $2`, [toColumn(name), from, to]),
    remove: (name, from) => change(`DELETE FROM ${table} WHERE name = $1 AND secret = $2`, [toColumn(name), from]),
    async names() {
      const { rows } = await query<{ name: string }>(`SELECT name FROM ${table} ORDER BY name`);
      return rows.map(({ name }) => fromColumn(name));
    },
  };
}
