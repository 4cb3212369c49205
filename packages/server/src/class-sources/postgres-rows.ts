/** Rows of a PostgreSQL view, over read-only sessions. */
import type { JsonObject } from '@dragoman/model';
import type { Pool } from 'pg';
import type { RowSource } from './row-source.js';
import { writeViewStatement } from './view-statement.js';

/** Opens a small pool; the client is loaded and connected on the first query. */
export function openPostgresRows(address: string): RowSource {
  let opened: Promise<Pool> | undefined;
  return {
    async query(query) {
      opened ??= openPool(address);
      const { sql, values } = writeViewStatement(query, (at) => `$${at}`);
      const { rows } = await (await opened).query<Record<string, unknown>>(sql, values);
      return rows.map(plain);
    },
    async close() {
      await (await opened)?.end();
    },
  };
}

async function openPool(address: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: address,
    max: 2,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    options: '-c default_transaction_read_only=on',
  });
  // A connection that breaks while idle is replaced; the next query shows whether the database is available.
  pool.on('error', () => undefined);
  return pool;
}

/** Converts dates and similar values to JSON. */
function plain(row: Record<string, unknown>): JsonObject {
  return JSON.parse(JSON.stringify(row)) as JsonObject;
}
