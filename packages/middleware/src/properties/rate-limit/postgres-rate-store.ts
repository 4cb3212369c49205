/**
 * Counts in PostgreSQL, shared by several processes, with the clock of the database: one statement and one row for each
 * name, the same algorithm as in memory. The table is not logged, since a count that a crash loses starts again.
 */
import { type RateLimit, verdictOf } from '@dragoman/core/http';
import type { PostgresPool } from '../../stores/postgres-store.js';
import { placeOf, type TableOptions, tableName } from '../../stores/sql-store.js';
import type { RateStore } from './rate-store.js';

/** One in this many requests also deletes rows of names with a full quota. */
const pruneEvery = 1_000;

const mostPruned = 10_000;

/** Counts in a table of the host's database, through its own pool; `dragoman_rates` by default. */
export function createPostgresRateStore(pool: PostgresPool, options: TableOptions = {}): RateStore {
  const table = tableName(options.table ?? 'dragoman_rates');
  const statement = countIn(table);
  let ready: Promise<unknown> | undefined;
  let counted = 0;
  const prepare = async () => {
    ready ??= options.createTable === false ? Promise.resolve() : createTable(pool, table);
    await ready.catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
  };
  const count = async (name: string, { limit, windowSeconds }: RateLimit, cost: number, forced: boolean) => {
    await prepare();
    counted += 1;
    if (counted % pruneEvery === 0) await pool.query(pruneFrom(table), [mostPruned]);
    const window = windowSeconds * 1000;
    const step = window / limit;
    const { rows } = await pool.query(statement, [placeOf(name), step, window, cost, forced]);
    const [row = {}] = rows;
    const [fullInMs, requestedMs] = [Number(row.full_in), Number(row.requested)];
    return { allowed: forced || requestedMs <= window + step / 2, fullInMs, requestedMs };
  };
  return {
    take: async (name, allowance, cost = 1) => verdictOf(allowance, await count(name, allowance, cost, false)),
    async charge(name, allowance, cost) {
      await count(name, allowance, cost, true);
    },
  };
}

/** Two processes may create the table at the same time; one gets an error, and the table exists. */
async function createTable(pool: PostgresPool, table: string): Promise<void> {
  const text = `CREATE UNLOGGED TABLE IF NOT EXISTS ${table} (name TEXT PRIMARY KEY, full_at DOUBLE PRECISION NOT NULL,
    asked_at DOUBLE PRECISION NOT NULL, requested_at DOUBLE PRECISION NOT NULL)`;
  await pool.query(text, []).catch(() => pool.query(text, []));
}

/** `full_at` is when the quota is full again; the last request is kept in the row, because only rows are returned. */
function countIn(table: string): string {
  const before = 'LEAST(GREATEST(kept.full_at, excluded.asked_at), excluded.asked_at + $3 + $2 / 2)';
  const after = (start: string) => `${start} + $2 * $4`;
  const full = (start: string, now: string) =>
    `CASE WHEN $5 THEN GREATEST(${start}, LEAST(${after(start)}, ${now} + $3)) WHEN ${after(start)} - ${now} <= $3 + $2 / 2 THEN ${after(start)} ELSE ${start} END`;
  return `WITH asked AS (SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8 * 1000 AS now)
    INSERT INTO ${table} AS kept (name, full_at, asked_at, requested_at)
    SELECT $1, ${full('now', 'now')}, now, ${after('now')} FROM asked
    ON CONFLICT (name) DO UPDATE SET full_at = ${full(before, 'excluded.asked_at')}, asked_at = excluded.asked_at,
      requested_at = ${after(before)}
    RETURNING full_at - asked_at AS full_in, requested_at - asked_at AS requested`
    .replaceAll('$1', '$1::text')
    .replace(/\$([234])/g, '$$$1::float8')
    .replaceAll('$5', '$5::boolean');
}

function pruneFrom(table: string): string {
  return `DELETE FROM ${table} WHERE name IN (SELECT name FROM ${table}
    WHERE full_at <= EXTRACT(EPOCH FROM clock_timestamp()) * 1000 LIMIT $1)`;
}
