/**
 * PostgreSQL with pgvector inside the test process, so that its statements are tested without a database server: it
 * has the same small interface as the connection pool. Every schema acts as a separate database.
 */
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import pg from 'pg';
import type { PostgresDatabase, PostgresQuery } from './postgres-database.js';
import { toPostgresFailure } from './postgres-failure.js';

/** A database for tests. */
export interface PgliteForTests {
  /** The database with this schema for its tables. */
  connect(schema: string): PostgresDatabase;
  close(): Promise<void>;
}

/** Starts it; takes about a second. */
export async function startPglite({ pgvector = true } = {}): Promise<PgliteForTests> {
  const lite = await PGlite.create(pgvector ? { extensions: { vector } } : {});
  return {
    connect: (schema) => ({
      schema: pg.escapeIdentifier(schema),
      query: queryOn(lite),
      transact: (body) => lite.transaction((transaction) => body(queryOn(transaction))),
      close: async () => undefined,
    }),
    close: () => lite.close(),
  };
}

function queryOn(lite: Pick<PGlite, 'query' | 'exec'>): PostgresQuery {
  return async <Row extends object>(text: string, values?: readonly unknown[]) => {
    try {
      const result = values === undefined ? (await lite.exec(text)).at(-1) : await lite.query(text, [...values]);
      const rows = (result?.rows ?? []) as Row[];
      return { rows, count: rows.length || (result?.affectedRows ?? 0) };
    } catch (error) {
      throw toPostgresFailure(error);
    }
  };
}
