/** Rows of a view of a SQLite file; the file must be there, and nothing is written to it. */
import { existsSync } from 'node:fs';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import Database from 'libsql';
import type { RowSource } from './row-source.js';
import { writeViewStatement } from './view-statement.js';

/** Opens the file when it is first asked. */
export function openSqliteRows(path: string): RowSource {
  let connection: Database.Database | undefined;
  const connect = () => {
    if (connection !== undefined) return connection;
    if (!existsSync(path))
      throw new Failure('UNAVAILABLE', { message: 'The database behind this class is not there.' });
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
