import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirePostgres } from '../../../../server/src/stores/postgres/require-postgres.support.js';
import { requireRedis } from '../../stores/require-redis.support.js';
import { createMemoryRateStore, createPostgresRateStore, createRedisRateStore, type RateStore } from './index.js';

const redis = await requireRedis();
const prefix = redis.newPrefix();
const postgres = await requirePostgres();
const schema = postgres.newSchema();
const pool = new pg.Pool({ connectionString: postgres.url, max: 5 });

const stores: { title: string; open(): RateStore; skip: boolean }[] = [
  { title: 'memory', open: () => createMemoryRateStore(), skip: false },
  { title: 'Redis', open: () => createRedisRateStore(redis.send, { prefix }), skip: !redis.reachable },
  {
    title: 'PostgreSQL',
    open: () => createPostgresRateStore(pool, { table: `${schema}.rates` }),
    skip: !postgres.reachable,
  },
];

beforeAll(async () => {
  if (postgres.reachable) await postgres.execute(`CREATE SCHEMA ${schema}`);
});
afterAll(async () => {
  await redis.close();
  await pool.end();
  if (postgres.reachable) await postgres.dropSchema(schema);
});

for (const { title, open, skip } of stores) {
  describe.skipIf(skip)(`counting in ${title}`, () => {
    const hour = { limit: 5, windowSeconds: 3600 };

    it('allows the limit, also concurrently, and reports the remaining quota', async () => {
      const store = open();
      const verdicts = await Promise.all(Array.from({ length: 12 }, () => store.take('burst', hour)));
      expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5);
      const remaining = verdicts.filter(({ allowed }) => allowed).map((verdict) => verdict.remaining);
      expect(remaining.sort()).toEqual([0, 1, 2, 3, 4]);
      const refused = verdicts.find(({ allowed }) => !allowed);
      expect(refused).toMatchObject({ remaining: 0 });
      expect(refused?.retryAfterSeconds).toBeGreaterThan(700);
      expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(720);
      expect(refused?.resetSeconds).toBeLessThanOrEqual(3600);
    });

    it('counts several at once or none, and separates names', async () => {
      const store = open();
      expect((await store.take('cost', hour, 6)).allowed).toBe(false);
      expect(await store.take('cost', hour, 5)).toMatchObject({ allowed: true, remaining: 0, retryAfterSeconds: 0 });
      expect((await store.take('cost', hour)).allowed).toBe(false);
      expect((await store.take('another', hour)).remaining).toBe(4);
    });

    it('charges what has already passed, at most one whole window', async () => {
      const store = open();
      await store.charge('charged', hour, 3);
      expect((await store.take('charged', hour)).remaining).toBe(1);
      await store.charge('charged', hour, 1_000);
      const { allowed, retryAfterSeconds } = await store.take('charged', hour);
      expect([allowed, retryAfterSeconds <= 720]).toEqual([false, true]);
    });

    it('counts the tolerance for rounding errors only once', async () => {
      const store = open();
      await store.take('tolerance', hour, 4.6);
      expect((await store.take('tolerance', hour, 0.85)).allowed).toBe(true);
      expect((await store.take('tolerance', hour)).allowed).toBe(false);
      expect((await store.take('tolerance', hour, 0)).resetSeconds).toBeGreaterThan(3900);
    });

    it('counts a million in a minute without rounding losses', async () => {
      const store = open();
      const many = { limit: 1_000_000, windowSeconds: 3600 };
      await store.take('many', many, 999_990);
      expect((await store.take('many', many, 10)).allowed).toBe(true);
      expect((await store.take('many', many, 1_000)).allowed).toBe(false);
    });
  });
}

describe.skipIf(!postgres.reachable)('a limit in PostgreSQL', () => {
  it('is shared by processes that start at the same time, and refills', async () => {
    const table = `${schema}.shared`;
    const open = () => createPostgresRateStore(pool, { table });
    const short = { limit: 10, windowSeconds: 1 };
    const verdicts = await Promise.all(
      [open(), open(), open()].flatMap((store) => Array.from({ length: 10 }, () => store.take('all', short))),
    );
    const allowed = verdicts.filter((verdict) => verdict.allowed).length;
    // The quota refills while the requests run, by one every tenth of a second.
    expect(allowed).toBeGreaterThanOrEqual(10);
    expect(allowed).toBeLessThan(30);
    expect(() => createPostgresRateStore(pool, { table: 'rates; DROP TABLE x' })).toThrow('not a valid table name');
  });

  it('deletes rows of names with a full quota', async () => {
    const store = createPostgresRateStore(pool, { table: `${schema}.pruned` });
    const brief = { limit: 1_000_000, windowSeconds: 1 };
    for (let name = 0; name < 1_001; name += 1) await store.take(`name ${name}`, brief);
    const { rows } = await pool.query(`SELECT count(*)::int AS rows FROM ${schema}.pruned`);
    expect(rows[0].rows).toBeLessThan(1_001);
  });
});
