/** Idempotency keys: the entry point `@dragoman/middleware/idempotency`. */
export type { IdempotencyOptions } from './idempotency.js';
export { createIdempotency } from './idempotency.js';
