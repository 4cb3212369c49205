/** Idempotency keys: the entry `@dragoman/middleware/idempotency`. */
export type { IdempotencyOptions } from './idempotency.js';
export { createIdempotency } from './idempotency.js';
