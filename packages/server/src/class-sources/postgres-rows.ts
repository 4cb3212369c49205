/** Rows of a view of a PostgreSQL database, over sessions that may only read. */
import type { JsonObject } from '@dragoman/model';
import type { Pool } from 'pg';
import type { RowSource } from './row-source.js';
import { writeViewStatement } from './view-statement.js';

/** Rows over a small pool; its client is loaded, and connected, with the first question. */
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
  // A connection that breaks while idle is replaced; the next question shows whether the database is there.
  pool.on('error', () => undefined);
  return pool;
}

/** Dates and the like as JSON writes them. */
function plain(row: Record<string, unknown>): JsonObject {
  return JSON.parse(JSON.stringify(row)) as JsonObject;
}
