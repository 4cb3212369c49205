/** Rows in PostgreSQL, through the host's own pool. */
import type { PropertyStore } from './property-store.js';
import { createSqlStore, type TableOptions } from './sql-store.js';

/** What is needed of a pool: the one of `pg` has it. A single client will do where nothing else uses it. */
export interface PostgresPool {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

/** Remembers in a table of the host's database; processes that share it know of each other's rows. */
export function createPostgresStore(pool: PostgresPool, options: TableOptions = {}): PropertyStore {
  return createSqlStore(async (sql, values) => {
    const { rows, rowCount } = await pool.query(numbered(sql), [...values]);
    return { rows, changes: rowCount ?? 0 };
  }, options);
}

/** PostgreSQL counts its marks. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}
