/** Reads the schema version of a SQLite file without creating or migrating it. */
import { existsSync } from 'node:fs';
import Database from 'libsql';
import type { SchemaVersion } from '../migration.js';
import { toSqliteOpenError } from './sqlite-failure.js';
import { sqliteMigrations } from './sqlite-migrations.js';

/** The version; undefined when the file does not exist. */
export function readSqliteVersion(path: string): SchemaVersion | undefined {
  if (path === ':memory:' || !existsSync(path)) return undefined;
  try {
    const connection = new Database(path, { readonly: true });
    try {
      const tables = connection.prepare("SELECT name FROM sqlite_master WHERE name = 'schema_migrations'").all([]);
      const rows =
        tables.length === 0 ? [] : connection.prepare('SELECT max(version) AS version FROM schema_migrations').all([]);
      const [row] = rows as { version: number | null }[];
      return { found: row?.version ?? 0, needed: sqliteMigrations.length };
    } finally {
      connection.close();
    }
  } catch (error) {
    throw toSqliteOpenError(error, path);
  }
}
