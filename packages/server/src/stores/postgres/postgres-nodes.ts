/** Running servers in PostgreSQL. */
import type { NodeRecord, NodeStore } from '@dragoman/core/engine';
import type { PostgresDatabase } from './postgres-database.js';

/** Running servers in PostgreSQL; one server enters at a time. */
export function createPostgresNodes(database: PostgresDatabase): NodeStore {
  const table = `${database.schema}.nodes`;
  const columns = 'id, model, seen_at AS "seenAt", version';
  return {
    enter: ({ id, model, seenAt, version }, { since, force }) =>
      database.transact(async (query) => {
        await query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
        await query(`DELETE FROM ${table} WHERE seen_at < $1`, [since]);
        const find = `SELECT ${columns} FROM ${table} WHERE id <> $1 AND model NOT IN ($2, '') ORDER BY id LIMIT 1`;
        const [other] = (await query<NodeRecord>(find, [id, model])).rows;
        if (other !== undefined && model !== '' && !force) return { ...other };
        const put = `INSERT INTO ${table} (id, model, seen_at, version) VALUES ($1, $2, $3, $4)
          ON CONFLICT (id) DO UPDATE SET model = excluded.model, seen_at = excluded.seen_at`;
        await query(put, [id, model, seenAt, version]);
        return undefined;
      }),
    list: async () => (await database.query<NodeRecord>(`SELECT ${columns} FROM ${table} ORDER BY id`)).rows,
    async leave(id) {
      await database.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
    },
  };
}
