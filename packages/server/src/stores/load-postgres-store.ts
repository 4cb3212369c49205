/** The PostgreSQL store; its client and its statements are loaded on first use. */
import type { Store } from '@dragoman/core/engine';
import type { MigrationPlan } from './migration.js';
import type { PostgresStoreOptions } from './postgres/open-postgres-store.js';

/** Opens the store; throws a `StoreOpenError` that says what to do. */
export async function loadPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { openPostgresStore } = await import('./postgres/open-postgres-store.js');
  return openPostgresStore(options);
}

/** What opening the store would change in its schema. */
export async function planPostgresStore(url: string): Promise<MigrationPlan> {
  const { planPostgresStore: plan } = await import('./postgres/open-postgres-store.js');
  return plan(url);
}
