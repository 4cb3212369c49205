/** What opening the configured store would change in its schema: `dragoman migrate --dry-run`. */
import { existsSync } from 'node:fs';
import type { Config } from './config/config.js';
import type { MigrationPlan } from './stores/index.js';
import { planPostgresStore, planSqliteStore, StoreOpenError } from './stores/index.js';

/** The plan; changes nothing. Throws a `StoreOpenError` that says what to do. */
export async function planMigration({ store }: Config): Promise<MigrationPlan> {
  if (store.databaseUrl !== undefined) return planPostgresStore(store.databaseUrl);
  if (!existsSync(store.path)) {
    throw new StoreOpenError(
      `There is no database at ${store.path}.`,
      'Run this where the server runs, or say which store it uses: --store <file>, --database-url <url> or --config <file>.',
    );
  }
  return planSqliteStore(store.path);
}
