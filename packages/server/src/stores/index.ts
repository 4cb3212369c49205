/** The persistent stores. Each export is named explicitly. */
export { loadPostgresStore as openPostgresStore, planPostgresStore } from './load-postgres-store.js';
export type { MigrationPlan } from './migration.js';
export type { PostgresStoreOptions } from './postgres/open-postgres-store.js';
export type { SchemaSource } from './schema-version.js';
export { readSchemaVersion } from './schema-version.js';
export type { SqliteStoreOptions } from './sqlite/open-sqlite-store.js';
export { openSqliteStore, planSqliteStore } from './sqlite/open-sqlite-store.js';
export type { StoreLogger } from './store-logger.js';
export { StoreOpenError } from './store-open-error.js';
export type { TableRow, TableSource, TableTarget } from './tables.js';
