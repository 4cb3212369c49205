/** Runs a suite on every kind of store; skips those whose service is missing, with a message. */
import Database from 'libsql';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { requirePostgres } from '../../../server/src/stores/postgres/require-postgres.support.js';
import {
  createMemoryStore,
  createPostgresStore,
  createRedisStore,
  createSqliteStore,
  type PropertyStore,
} from './index.js';
import { requireRedis } from './require-redis.support.js';

/** A store under test. */
export interface StoreUnderTest {
  /** Another store on the same data, as in another process. */
  open(): PropertyStore;
  /** True for a store that expires rows automatically, at its own times. */
  forgetsByItself: boolean;
}

interface Opened {
  open(): PropertyStore;
  dispose?(): Promise<void>;
}

interface Kind {
  title: string;
  skip?: boolean;
  forgetsByItself?: boolean;
  prepare(): Promise<Opened>;
}

const postgres = await requirePostgres();
/** Checks whether Redis is reachable; every suite has a connection of its own, because test files share this module. */
const redis = await requireRedis();
await redis.close();

const kinds: readonly Kind[] = [
  {
    title: 'memory',
    async prepare() {
      const store = createMemoryStore();
      return { open: () => store };
    },
  },
  {
    title: 'SQLite',
    async prepare() {
      const database = new Database(':memory:');
      return { open: () => createSqliteStore(database), dispose: async () => void database.close() };
    },
  },
  {
    title: 'PostgreSQL',
    skip: !postgres.reachable,
    async prepare() {
      const schema = postgres.newSchema();
      await postgres.execute(`CREATE SCHEMA ${schema}`);
      const pool = new pg.Pool({ connectionString: postgres.url, max: 5 });
      return {
        open: () => createPostgresStore(pool, { table: `${schema}.rows` }),
        async dispose() {
          await pool.end();
          await postgres.dropSchema(schema);
        },
      };
    },
  },
  {
    title: 'Redis',
    skip: !redis.reachable,
    forgetsByItself: true,
    async prepare() {
      const { send, newPrefix, close } = await requireRedis();
      const prefix = newPrefix();
      return { open: () => createRedisStore(send, { prefix }), dispose: close };
    },
  },
];

/** Describes the suite once per kind. */
export function describeOnEachStore(title: string, suite: (under: StoreUnderTest) => void): void {
  for (const { title: kind, skip = false, forgetsByItself = false, prepare } of kinds) {
    describe.skipIf(skip)(`${title} in ${kind}`, () => {
      let opened: Opened | undefined;
      beforeAll(async () => {
        opened = await prepare();
      });
      afterAll(() => opened?.dispose?.());
      suite({
        open() {
          if (opened === undefined) throw new Error('the store is not open yet');
          return opened.open();
        },
        forgetsByItself,
      });
    });
  }
}
