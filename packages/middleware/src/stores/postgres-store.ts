/** Rows in PostgreSQL, through the host's own pool. */
import type { PropertyStore } from './property-store.js';
import { createSqlStore, type TableOptions } from './sql-store.js';

/** The required interface of a pool, as in `pg`. A single client works if nothing else uses it. */
export interface PostgresPool {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

/** Stores rows in a table of the host's database; processes that share it see each other's rows. */
export function createPostgresStore(pool: PostgresPool, options: TableOptions = {}): PropertyStore {
  return createSqlStore(async (sql, values) => {
    const { rows, rowCount } = await pool.query(numbered(sql), [...values]);
    return { rows, changes: rowCount ?? 0 };
  }, options);
}

/** PostgreSQL numbers its placeholders. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}
