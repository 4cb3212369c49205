/** Operation statistics in PostgreSQL. */
import { addCallStats, type CallStatsRecord, type CallStatsStore } from '@dragoman/core/engine';
import { type ConductRow, toConduct, toConductRow } from '../call-stats-row.js';
import type { PostgresDatabase } from './postgres-database.js';
import { rowKey } from './row-key.js';

/** Operation statistics in PostgreSQL. */
export function createPostgresConduct(database: PostgresDatabase): CallStatsStore {
  const table = `${database.schema}.conduct`;
  const read = `SELECT entry_id, operation, at, sums FROM ${table}`;
  return {
    async add(records) {
      if (records.length === 0) return [];
      return database.transact(async (query) => {
        // Nodes add one after the other: the rows read here stay locked until they are written.
        await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [table]);
        const keys = records.map(keyOf);
        const { rows } = await query<ConductRow>(`${read} WHERE key = ANY ($1::bytea[])`, [keys]);
        const kept = new Map(rows.map(toConduct).map((record) => [keyOf(record).toString('hex'), record]));
        const now = records.map((record, at) => addCallStats(kept.get(keys[at]?.toString('hex') ?? ''), record));
        const written = now.map(toConductRow);
        await query(
          `INSERT INTO ${table} (key, entry_id, operation, at, sums)
           SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[], $4::text[], $5::text[])
           ON CONFLICT (key) DO UPDATE SET at = excluded.at, sums = excluded.sums`,
          [
            keys,
            written.map(({ entry_id }) => entry_id),
            written.map(({ operation }) => operation),
            written.map(({ at }) => at),
            written.map(({ sums }) => sums),
          ],
        );
        return now;
      });
    },
    async after(place, limit) {
      const sql = `${read} WHERE (at, key) > ($1, $2::bytea) ORDER BY at, key LIMIT $3`;
      return (await database.query<ConductRow>(sql, [place.at, keyOf(place), limit])).rows.map(toConduct);
    },
    async prune(before, most) {
      const { count } = await database.query(
        `DELETE FROM ${table} WHERE at < $1 OR key IN (
           SELECT key FROM ${table} ORDER BY at DESC, key DESC OFFSET $2)`,
        [before, most],
      );
      return count;
    },
  };
}

function keyOf({ entryId, operation }: Pick<CallStatsRecord, 'entryId' | 'operation'>): Buffer {
  return rowKey(JSON.stringify([entryId, operation]));
}
