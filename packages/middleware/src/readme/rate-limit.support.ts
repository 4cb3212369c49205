import {
  addProperties,
  createPostgresRateStore,
  createRateLimit,
  createRedisRateStore,
  type PostgresPool,
  type RedisSend,
} from '@dragoman/middleware';

const answer = () => Response.json({ hello: 'world' });

/** Counted in this process. */
export const serve = addProperties(answer, [createRateLimit({ limit: 2, windowSeconds: 60 })]);

/** Counted in Redis, shared by all processes, in bytes: `(words) => client.sendCommand(words)`. */
export function createSharedServe(send: RedisSend) {
  const store = createRedisRateStore(send);
  return addProperties(answer, [
    createRateLimit({ limit: 1_000_000, windowSeconds: 60, unit: 'content-bytes', store }),
  ]);
}

/** Counted in PostgreSQL; `pool` is the application's existing one. */
export function createServeOnPostgres(pool: PostgresPool) {
  const store = createPostgresRateStore(pool);
  return addProperties(answer, [createRateLimit({ limit: 100, windowSeconds: 60, store })]);
}
