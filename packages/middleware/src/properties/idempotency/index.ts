/** Idempotency keys: the entry `@dragoman/middleware/idempotency`. */
export type { RedisOptions, RedisSend } from '../redis-script.js';
export type { IdempotencyOptions } from './idempotency.js';
export { createIdempotency } from './idempotency.js';
export type { IdempotencyStore, MemoryIdempotencyOptions } from './idempotency-store.js';
export { createMemoryIdempotencyStore } from './idempotency-store.js';
export type { PostgresPool } from './postgres-idempotency.js';
export { createPostgresIdempotencyStore } from './postgres-idempotency.js';
export { createRedisIdempotencyStore } from './redis-idempotency.js';
export type { TableOptions } from './sql-idempotency.js';
export type { SqliteDatabase, SqliteStatement } from './sqlite-idempotency.js';
export { createSqliteIdempotencyStore } from './sqlite-idempotency.js';
