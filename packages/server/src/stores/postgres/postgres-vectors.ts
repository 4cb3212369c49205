/** Vectors in PostgreSQL. */
import type { VectorComparer, VectorStore } from '@dragoman/core/engine';
import type { PostgresDatabase } from './postgres-database.js';

/** Vectors written per statement. */
const together = 500;

/** Vectors in PostgreSQL, with their comparer. */
export function createPostgresVectors(database: PostgresDatabase, comparer: VectorComparer | undefined): VectorStore {
  const table = `${database.schema}.vectors`;
  return {
    ...(comparer === undefined ? {} : { comparer }),
    async read(model, hashes) {
      const sql = `SELECT hash, packed FROM ${table} WHERE model = $1 AND hash = ANY($2::text[])`;
      const { rows } = await database.query<{ hash: string; packed: Uint8Array }>(sql, [model, [...hashes]]);
      return rows.map(({ hash, packed }) => ({ hash, packed: new Uint8Array(packed) }));
    },
    async write(model, vectors) {
      const sql = `INSERT INTO ${table} (model, hash, packed)
        SELECT $1, hash, decode(packed, 'base64') FROM unnest($2::text[], $3::text[]) AS given (hash, packed)
        ON CONFLICT DO NOTHING`;
      for (let from = 0; from < vectors.length; from += together) {
        const some = vectors.slice(from, from + together);
        const packed = some.map((vector) => Buffer.from(vector.packed).toString('base64'));
        await database.query(sql, [model, some.map(({ hash }) => hash), packed]);
      }
    },
    async models() {
      const sql = `SELECT model, count(*)::integer AS count FROM ${table} GROUP BY model ORDER BY model`;
      return (await database.query<{ model: string; count: number }>(sql, [])).rows;
    },
    async hashes(model, after, limit) {
      const sql = `SELECT hash FROM ${table} WHERE model = $1 AND hash > $2 ORDER BY hash LIMIT $3`;
      return (await database.query<{ hash: string }>(sql, [model, after, limit])).rows.map(({ hash }) => hash);
    },
    async remove(model, hashes) {
      await database.query(`DELETE FROM ${table} WHERE model = $1 AND hash = ANY($2::text[])`, [model, [...hashes]]);
    },
  };
}
