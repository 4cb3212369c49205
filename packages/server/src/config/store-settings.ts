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
    'With databaseUrl: strict: every request first asks the database what other servers have changed, in one small statement that concurrent requests share, so that no server accepts a key or shows a service that another one has withdrawn; relaxed: changes of other servers apply when the database notifies this one, usually within 100 ms, at the latest after a second.',
    { default: 'strict', enum: ['strict', 'relaxed'] },
  ),
});

/** Settings under `redis`. */
export const redisSettings = group('Redis or Valkey, which the nodes of one database share.', {
  url: text(
    'DRAGOMAN_REDIS_URL',
    'URL of a Redis server (redis:// or rediss://). With it all nodes count rate limits together and share cancellations, streams of MCP sessions, breakers and events; without it, and while it is unavailable, each node does so by itself.',
    { pattern: '^rediss?://', 'x-secret': true },
  ),
  timeoutMs: count(
    'DRAGOMAN_REDIS_TIMEOUT_MS',
    'Milliseconds to wait for Redis before this node decides by itself.',
    100,
    5,
    10_000,
  ),
});
