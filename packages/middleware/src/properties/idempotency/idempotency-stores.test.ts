import Database from 'libsql';
import pg from 'pg';
import { requirePostgres } from '../../../../server/src/stores/postgres/require-postgres.support.js';
import { requireRedis } from '../require-redis.support.js';
import { describeIdempotencyStore } from './idempotency-store.contract.js';
import {
  createMemoryIdempotencyStore,
  createPostgresIdempotencyStore,
  createRedisIdempotencyStore,
  createSqliteIdempotencyStore,
} from './index.js';

const postgres = await requirePostgres();
const redis = await requireRedis();

describeIdempotencyStore('memory', async () => {
  const store = createMemoryIdempotencyStore();
  return { open: () => store };
});

describeIdempotencyStore('SQLite', async () => {
  const database = new Database(':memory:');
  return { open: () => createSqliteIdempotencyStore(database), dispose: async () => void database.close() };
});

describeIdempotencyStore(
  'PostgreSQL',
  async () => {
    const schema = postgres.newSchema();
    await postgres.execute(`CREATE SCHEMA ${schema}`);
    const pool = new pg.Pool({ connectionString: postgres.url, max: 5 });
    return {
      open: () => createPostgresIdempotencyStore(pool, { table: `${schema}.keys` }),
      async dispose() {
        await pool.end();
        await postgres.dropSchema(schema);
      },
    };
  },
  { skip: !postgres.reachable },
);

describeIdempotencyStore(
  'Redis',
  async () => {
    const prefix = redis.newPrefix();
    return { open: () => createRedisIdempotencyStore(redis.send, { prefix }), dispose: redis.close };
  },
  { skip: !redis.reachable, forgetsByItself: true },
);
