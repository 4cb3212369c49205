/** Reads the schema version and the clock of a PostgreSQL database without changing it. */
import type { SchemaVersion } from '../migration.js';
import { silentLogger } from '../store-logger.js';
import { withoutPassword } from './open-postgres-store.js';
import { openPostgresDatabase } from './postgres-database.js';
import { toPostgresOpenError } from './postgres-failure.js';
import { postgresMigrations } from './postgres-migrations.js';

const limits = { poolSize: 1, statementTimeoutMs: 5000, answerTimeoutMs: 8000, connectTimeoutMs: 5000 };

/** The version; throws a `StoreOpenError` when the database cannot be reached. */
export async function readPostgresVersion(url: string, schema = 'dragoman'): Promise<SchemaVersion> {
  const database = openPostgresDatabase({ url, schema, logger: silentLogger, ...limits });
  try {
    const { rows } = await database.query<{ now: number; server: string; exists: boolean }>(
      `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now, current_setting('server_version') AS server,
        to_regclass($1) IS NOT NULL AS exists`,
      [`${database.schema}.schema_migrations`],
    );
    const [facts] = rows;
    const found = facts?.exists === true ? await newest(database) : 0;
    const { now = Number.NaN, server = '' } = facts ?? {};
    return { found, needed: postgresMigrations.length, now, server };
  } catch (error) {
    throw toPostgresOpenError(error, withoutPassword(url));
  } finally {
    await database.close();
  }
}

async function newest(database: ReturnType<typeof openPostgresDatabase>): Promise<number> {
  const sql = `SELECT max(version) AS version FROM ${database.schema}.schema_migrations`;
  const { rows } = await database.query<{ version: number | null }>(sql);
  return rows[0]?.version ?? 0;
}
