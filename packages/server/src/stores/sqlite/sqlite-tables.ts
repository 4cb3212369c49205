/** The tables of a SQLite file for backups. A read transaction sees one moment while others write. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '@dragoman/core/http';
import Database from 'libsql';
import { StoreOpenError } from '../store-open-error.js';
import type { TableRow, TableSource, TableTarget } from '../tables.js';
import { quoteName, rowsAtOnce } from '../tables.js';
import { openSqliteDatabase } from './sqlite-database.js';
import { toSqliteOpenError } from './sqlite-failure.js';
import { migrateSqlite, sqliteMigrations } from './sqlite-migrations.js';

const listTables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";

/** Opens the tables of an existing file. */
export function readSqliteTables(path: string): TableSource {
  if (!existsSync(path)) throw new StoreOpenError(`There is no database at ${path}.`, 'Name the store with --store.');
  const connection = connect(path);
  const all = (sql: string) => connection.prepare(sql).all([]) as Record<string, unknown>[];
  connection.exec('BEGIN');
  const version = Number(all('SELECT max(version) AS version FROM schema_migrations')[0]?.version ?? 0);
  const tables = all(listTables).map(({ name }) => {
    const columns = all(`SELECT name FROM pragma_table_info(${quoteText(String(name))}) ORDER BY cid`);
    return { name: String(name), columns: columns.map((column) => String(column.name)) };
  });
  return {
    version,
    tables,
    async *rows(table) {
      const columns = tables.find(({ name }) => name === table)?.columns ?? [];
      const sql = `SELECT ${columns.map(quoteName).join(', ')} FROM ${quoteName(table)}`;
      let batch: TableRow[] = [];
      for (const row of connection.prepare(sql).iterate([]) as IterableIterator<Record<string, unknown>>) {
        batch.push(columns.map((column) => toText(row[column])));
        if (batch.length < rowsAtOnce) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async close() {
      connection.close();
    },
  };
}

function connect(path: string): Database.Database {
  try {
    return new Database(path, { readonly: true });
  } catch (error) {
    throw toSqliteOpenError(error, path);
  }
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The type is part of the text, because a column may hold values of several types. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'bigint') return `n${value}`;
  if (typeof value === 'string') return `t${value}`;
  return `b${Buffer.from(value as Uint8Array).toString('base64')}`;
}

function fromText(text: string | null): string | number | Buffer | null {
  if (text === null) return null;
  if (text.startsWith('t')) return text.slice(1);
  return text.startsWith('b') ? Buffer.from(text.slice(1), 'base64') : Number(text.slice(1));
}

/** Creates a file with the schema of that version and no rows; the file must not exist. */
export async function createSqliteTables(path: string, version: number, clock: Clock): Promise<TableTarget> {
  if (existsSync(path)) {
    throw new StoreOpenError(`The file ${path} exists.`, 'Name a new file with --store; nothing is overwritten.');
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = openSqliteDatabase({ path });
  await migrateSqlite(database, clock, { path, migrations: sqliteMigrations.slice(0, version) });
  const tables = database.rows<{ name: string }>(listTables).map(({ name }) => name);
  // Rows come in the order of the tables, not of their references.
  await database.read(() => database.rows('PRAGMA foreign_keys = OFF'));
  await database.write(() => {
    for (const table of tables) database.run(`DELETE FROM ${quoteName(table)}`);
  });
  return {
    tables,
    async insert(table, columns, rows) {
      const sql = `INSERT INTO ${quoteName(table)} (${columns.map(quoteName).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
      await database.write(() => {
        for (const row of rows) database.run(sql, ...row.map(fromText));
      });
    },
    async count(table) {
      const [row] = database.rows<{ count: number }>(`SELECT count(*) AS count FROM ${quoteName(table)}`);
      return row?.count ?? 0;
    },
    async commit() {
      const broken = database.rows('PRAGMA foreign_key_check');
      database.close();
      if (broken.length > 0) throw new Error(`${broken.length} rows refer to rows that do not exist`);
    },
    async abandon() {
      database.close();
    },
  };
}
