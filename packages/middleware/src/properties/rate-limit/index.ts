/** Rate limits: the entry point `@dragoman/middleware/rate-limit`. */

export type { RedisOptions, RedisSend } from '@dragoman/core/http';
export type { PostgresPool } from '../../stores/postgres-store.js';
export type { TableOptions } from '../../stores/sql-store.js';
export { createPostgresRateStore } from './postgres-rate-store.js';
export type { RateLimitOptions, RateUnit } from './rate-limit.js';
export { createRateLimit } from './rate-limit.js';
export type { MemoryRateStoreOptions, RateStore } from './rate-store.js';
export { createMemoryRateStore } from './rate-store.js';
export { createRedisRateStore } from './redis-rate-store.js';
