/** Settings under `store` and `redis`: the database, and what nodes share besides it. */
import { count, group, text } from './setting.js';

/** Settings under `store`. */
export const storeSettings = group('Database.', {
  path: text('DRAGOMAN_STORE_PATH', 'File of the embedded database, used when databaseUrl is not set.', {
    default: './.dragoman/dragoman.db',
    'x-flag': 'store',
  }),
  databaseUrl: text('DATABASE_URL', 'URL of a PostgreSQL database to use instead of the embedded one.', {
    pattern: '^postgres(ql)?://',
    'x-flag': 'database-url',
    'x-secret': true,
  }),
  freshness: text(
    'DRAGOMAN_STORE_FRESHNESS',
    'With databaseUrl: strict: every request first checks with the database for changes by other servers, in one ' +
      'small query that concurrent requests share, so that no server accepts a key or shows a service that another ' +
      'server has revoked or hidden; relaxed: changes of other servers apply when the database notifies this one, ' +
      'usually within 100 ms, at the latest after a second.',
    { default: 'strict', enum: ['strict', 'relaxed'] },
  ),
});

/** Settings under `redis`. */
export const redisSettings = group('Redis or Valkey, which the nodes of one database share.', {
  url: text(
    'DRAGOMAN_REDIS_URL',
    'URL of a Redis server (redis:// or rediss://). With it, all nodes share rate-limit counters, cancellations, ' +
      'streams of MCP sessions, breakers and events; without it, and while it is unavailable, each node works ' +
      'separately.',
    { pattern: '^rediss?://', 'x-secret': true },
  ),
  timeoutMs: count(
    'DRAGOMAN_REDIS_TIMEOUT_MS',
    'Milliseconds to wait for Redis before this node uses its own counters.',
    100,
    5,
    10_000,
  ),
});
