import { afterAll, describe, expect, it } from 'vitest';
import { requireRedis } from '../../stores/require-redis.support.js';
import { createMemoryRateStore, createRedisRateStore, type RateStore } from './index.js';

const redis = await requireRedis();
const prefix = redis.newPrefix();

const stores: { title: string; open(): RateStore; skip: boolean }[] = [
  { title: 'memory', open: () => createMemoryRateStore(), skip: false },
  { title: 'Redis', open: () => createRedisRateStore(redis.send, { prefix }), skip: !redis.reachable },
];

afterAll(() => redis.close());

for (const { title, open, skip } of stores) {
  describe.skipIf(skip)(`counting in ${title}`, () => {
    const hour = { limit: 5, windowSeconds: 3600 };

    it('allows the limit, also concurrently, and reports the remaining quota', async () => {
      const store = open();
      const verdicts = await Promise.all(Array.from({ length: 12 }, () => store.take('burst', hour)));
      expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5);
      expect(verdicts.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0]);
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

    it('counts a million in a minute without rounding losses', async () => {
      const store = open();
      const many = { limit: 1_000_000, windowSeconds: 3600 };
      await store.take('many', many, 999_990);
      expect((await store.take('many', many, 10)).allowed).toBe(true);
      expect((await store.take('many', many, 1_000)).allowed).toBe(false);
    });
  });
}
