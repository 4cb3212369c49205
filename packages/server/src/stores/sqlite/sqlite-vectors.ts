/** Vectors in SQLite; the driver accepts only texts and numbers, so they are stored in base64. */
import type { StoredVector, VectorStore } from '@dragoman/core/engine';
import type { SqliteDatabase } from './sqlite-database.js';

/** Vectors written per transaction; other writers wait in the meantime. */
const together = 500;

interface VectorRow {
  hash: string;
  packed: string;
}

/** Vectors in SQLite. */
export function createSqliteVectors(database: SqliteDatabase): VectorStore {
  const insert = 'INSERT OR IGNORE INTO vectors (model, hash, packed) VALUES (?, ?, ?)';
  const remove = 'DELETE FROM vectors WHERE model = ? AND hash IN (SELECT value FROM json_each(?))';
  return {
    read: (model, hashes) =>
      database.read(() => {
        const sql = 'SELECT hash, packed FROM vectors WHERE model = ? AND hash IN (SELECT value FROM json_each(?))';
        return database.rows<VectorRow>(sql, model, JSON.stringify(hashes)).map(toVector);
      }),
    async write(model, vectors) {
      for (let from = 0; from < vectors.length; from += together) {
        await database.write(() => {
          for (const { hash, packed } of vectors.slice(from, from + together)) {
            database.run(insert, model, hash, Buffer.from(packed).toString('base64'));
          }
        });
      }
    },
    models: () =>
      database.read(() =>
        database.rows<{ model: string; count: number }>(
          'SELECT model, count(*) AS count FROM vectors GROUP BY model ORDER BY model',
        ),
      ),
    hashes: (model, after, limit) =>
      database.read(() => {
        const sql = 'SELECT hash FROM vectors WHERE model = ? AND hash > ? ORDER BY hash LIMIT ?';
        return database.rows<{ hash: string }>(sql, model, after, limit).map(({ hash }) => hash);
      }),
    async remove(model, hashes) {
      await database.write(() => database.run(remove, model, JSON.stringify(hashes)));
    },
  };
}

function toVector({ hash, packed }: VectorRow): StoredVector {
  return { hash, packed: new Uint8Array(Buffer.from(packed, 'base64')) };
}
