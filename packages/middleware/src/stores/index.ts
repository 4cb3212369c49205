/** Stores of properties: the entry point `@dragoman/middleware/stores`. */

export type { RedisOptions, RedisSend } from '@dragoman/core/http';
export type { MemoryStoreOptions } from './memory-store.js';
export { createMemoryStore } from './memory-store.js';
export type { PostgresPool } from './postgres-store.js';
export { createPostgresStore } from './postgres-store.js';
export type { KeptRow, PropertyStore, RowGuard } from './property-store.js';
export { createRedisStore } from './redis-store.js';
export type { TableOptions } from './sql-store.js';
export type { SqliteDatabase, SqliteStatement } from './sqlite-store.js';
export { createSqliteStore } from './sqlite-store.js';
