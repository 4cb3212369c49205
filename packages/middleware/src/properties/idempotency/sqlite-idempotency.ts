/** Keyed calls in SQLite, through whatever the host opened its database with. */
import type { IdempotencyStore } from './idempotency-store.js';
import { createSqlIdempotencyStore, type TableOptions } from './sql-idempotency.js';

/** What is needed of a database: `better-sqlite3`, `libsql` and `node:sqlite` all have it. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
}

/** A prepared statement. */
export interface SqliteStatement {
  run(...values: (string | number | null)[]): { changes: number | bigint };
  all(...values: (string | number | null)[]): unknown[];
}

/** Remembers in a table of the host's database; statements are prepared once. */
export function createSqliteIdempotencyStore(database: SqliteDatabase, options: TableOptions = {}): IdempotencyStore {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return createSqlIdempotencyStore(async (sql, values) => {
    const statement = prepare(sql);
    if (sql.startsWith('SELECT')) return { rows: statement.all(...values) as Record<string, unknown>[], changes: 0 };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }, options);
}
