/** PostgreSQL behind the store port; its client and its statements are loaded only where they are used. */
import type { Store } from '@dragoman/core/engine';
import type { PostgresStoreOptions } from './postgres/open-postgres-store.js';

/** Opens the store; throws a `StoreOpenError` that says what to do. */
export async function loadPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { openPostgresStore } = await import('./postgres/open-postgres-store.js');
  return openPostgresStore(options);
}
