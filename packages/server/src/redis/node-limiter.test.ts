import { createMemoryRateLimiter, createRedisRateLimiter, type RedisRateLimiter } from '@dragoman/core/http';
import { afterAll, describe, expect, it } from 'vitest';
import { requireRedis } from '../../../middleware/src/stores/require-redis.support.js';
import { createNodeLimiter } from './node-limiter.js';

const redis = await requireRedis();
afterAll(() => redis.close());

const hour = { limit: 12, windowSeconds: 3600 };

function nodeOf(shared: RedisRateLimiter, nodes = 3) {
  let now = 0;
  const errors: unknown[] = [];
  const steady = { now: () => now };
  const local = createMemoryRateLimiter({ clock: steady, names: 100 });
  const limiter = createNodeLimiter({
    shared,
    local,
    alone: local,
    countNodes: async () => nodes,
    steady,
    onError: (error) => errors.push(error),
  });
  const admit = async (count: number) => {
    let allowed = 0;
    for (let at = 0; at < count; at += 1) allowed += (await limiter.take('ada', hour)).allowed ? 1 : 0;
    return allowed;
  };
  return { limiter, admit, errors, pass: (ms: number) => (now += ms) };
}

const broken: RedisRateLimiter = {
  take: () => Promise.reject(new Error('down')),
  charge: () => Promise.reject(new Error('down')),
};

describe('a limit that nodes share', () => {
  it.skipIf(!redis.reachable)('admits the limit once over all nodes, also concurrently', async () => {
    const shared = () => createRedisRateLimiter(redis.send, { prefix: prefixes });
    const prefixes = redis.newPrefix();
    const admitted = await Promise.all(
      [nodeOf(shared()), nodeOf(shared()), nodeOf(shared())].map((node) => node.admit(10)),
    );
    expect(admitted.reduce((sum, each) => sum + each, 0)).toBe(12);
  });

  it.skipIf(!redis.reachable)('counts by itself when a key of another application has its name', async () => {
    const prefix = redis.newPrefix();
    await redis.send(['LPUSH', `${prefix}ada`, 'a list']);
    const node = nodeOf(createRedisRateLimiter(redis.send, { prefix }));
    expect(await node.admit(10)).toBe(4);
    expect(String(node.errors[0])).toContain('WRONGTYPE');
    await redis.send(['SET', `${prefix}tom`, 'no number']);
    expect((await createRedisRateLimiter(redis.send, { prefix }).take('tom', hour)).remaining).toBe(11);
  });

  it('is divided by the number of nodes while Redis is unavailable', async () => {
    expect(await nodeOf(broken, 3).admit(10)).toBe(4);
    expect(await nodeOf(broken, 1).admit(20)).toBe(12);
    expect(await nodeOf(broken, 100).admit(3)).toBe(1);
  });

  it('is not asked for a second after a failure, and continues from what all nodes have admitted; what it admits is counted later', async () => {
    let asked = 0;
    let isDown = false;
    const memory = createMemoryRateLimiter({ clock: { now: () => 0 }, names: 10 });
    const flaky: RedisRateLimiter = {
      async take(...given) {
        asked += 1;
        if (isDown) throw new Error('down');
        return memory.take(...given);
      },
      charge: async (...given) => memory.charge(...given),
    };
    const node = nodeOf(flaky, 2);
    expect(await node.admit(4)).toBe(4);
    isDown = true;
    expect(await node.admit(10)).toBe(4);
    expect([asked, node.errors.length]).toEqual([5, 1]);
    isDown = false;
    node.pass(1_000);
    expect(await node.admit(10)).toBe(4);
    expect(asked).toBe(15);
  });
});
