/** The schema version of a database, read without changing anything. */
import type { SchemaVersion } from './migration.js';
import { readSqliteVersion } from './sqlite/sqlite-version.js';

/** Which database to read. */
export interface SchemaSource {
  path: string;
  databaseUrl?: string | undefined;
}

/** Reads the version of the database and the one that this program needs; undefined when there is no database yet. */
export async function readSchemaVersion({ path, databaseUrl }: SchemaSource): Promise<SchemaVersion | undefined> {
  if (databaseUrl === undefined) return readSqliteVersion(path);
  const { readPostgresVersion } = await import('./postgres/postgres-version.js');
  return readPostgresVersion(databaseUrl);
}
