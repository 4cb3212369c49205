/** Rows of a view in a SQLite file; the file must exist and is never written. */
import { existsSync } from 'node:fs';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import Database from 'libsql';
import type { RowSource } from './row-source.js';
import { writeViewStatement } from './view-statement.js';

/** Opens the file on first use. */
export function openSqliteRows(path: string): RowSource {
  let connection: Database.Database | undefined;
  const connect = () => {
    if (connection !== undefined) return connection;
    if (!existsSync(path))
      throw new Failure('UNAVAILABLE', { message: 'The database file of this class does not exist.' });
    connection = new Database(path);
    connection.pragma('query_only = ON');
    return connection;
  };
  return {
    async query(query) {
      const { sql, values } = writeViewStatement(query, () => '?');
      return connect()
        .prepare(sql)
        .all(...values) as JsonObject[];
    },
    async close() {
      connection?.close();
      connection = undefined;
    },
  };
}
