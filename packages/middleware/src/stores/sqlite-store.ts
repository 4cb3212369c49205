/** Rows in SQLite, through any driver of the host. */
import type { PropertyStore } from './property-store.js';
import { createSqlStore, type TableOptions } from './sql-store.js';

/** The required interface of a database; `better-sqlite3`, `libsql` and `node:sqlite` all have it. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
}

/** A prepared statement. */
export interface SqliteStatement {
  run(...values: (string | number | null)[]): { changes: number | bigint };
  all(...values: (string | number | null)[]): unknown[];
}

/** Stores rows in a table of the host's database; statements are prepared once. */
export function createSqliteStore(database: SqliteDatabase, options: TableOptions = {}): PropertyStore {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return createSqlStore(async (sql, values) => {
    const statement = prepare(sql);
    if (/^SELECT|RETURNING \*$/.test(sql)) {
      return { rows: statement.all(...values) as Record<string, unknown>[], changes: 0 };
    }
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }, options);
}
