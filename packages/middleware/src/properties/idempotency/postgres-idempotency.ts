/** Keyed calls in PostgreSQL, through the host's own pool. */
import type { IdempotencyStore } from './idempotency-store.js';
import { createSqlIdempotencyStore, type TableOptions } from './sql-idempotency.js';

/** What is needed of a pool: the one of `pg` has it. A single client will do where nothing else uses it. */
export interface PostgresPool {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;
}

/** Remembers in a table of the host's database; processes that share it know each other's keys. */
export function createPostgresIdempotencyStore(pool: PostgresPool, options: TableOptions = {}): IdempotencyStore {
  return createSqlIdempotencyStore(async (sql, values) => {
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
