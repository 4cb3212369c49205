import { createMemoryRateLimiter } from '@dragoman/core/http';
import { afterAll, describe, expect, it } from 'vitest';
import { requireRedis } from '../../../middleware/src/stores/require-redis.support.js';
import { type ClusterLimits, createClusterLimits } from './cluster-limits.js';
import { createNodeLimiter } from './node-limiter.js';

const redis = await requireRedis();
afterAll(() => redis.close());

const hour = { limit: 12, windowSeconds: 3600 };

function nodeOf(shared: ClusterLimits, nodes = 3) {
  let now = 0;
  const errors: unknown[] = [];
  const steady = { now: () => now };
  const local = createMemoryRateLimiter({ clock: steady, names: 100 });
  const limiter = createNodeLimiter({
    shared,
    local,
    countNodes: async () => nodes,
    steady,
    onError: (error) => errors.push(error),
  });
  const admit = async (count: number, rateLimit = hour) => {
    let allowed = 0;
    for (let at = 0; at < count; at += 1) allowed += (await limiter.take('ada', rateLimit)).allowed ? 1 : 0;
    return allowed;
  };
  return { limiter, admit, errors, pass: (ms: number) => (now += ms) };
}

const broken: ClusterLimits = {
  take: () => Promise.reject(new Error('down')),
  charge: () => Promise.reject(new Error('down')),
  report: () => Promise.reject(new Error('down')),
};

describe('a limit that nodes share', () => {
  it.skipIf(!redis.reachable)('admits the limit once over all nodes, also concurrently', async () => {
    const prefix = redis.newPrefix();
    const shared = () => createClusterLimits(redis.send, { prefix });
    const admitted = await Promise.all(
      [nodeOf(shared()), nodeOf(shared()), nodeOf(shared())].map((node) => node.admit(10)),
    );
    expect(admitted.reduce((sum, each) => sum + each, 0)).toBe(12);
  });

  it.skipIf(!redis.reachable)('is counted by each node when a key of another application has its name', async () => {
    const prefix = redis.newPrefix();
    await redis.send(['LPUSH', `${prefix}rate:ada`, 'a list']);
    const node = nodeOf(createClusterLimits(redis.send, { prefix }));
    expect(await node.admit(10)).toBe(1);
    expect(String(node.errors[0])).toContain('WRONGTYPE');
    await redis.send(['SET', `${prefix}rate:ada`, 'no number']);
    expect(await nodeOf(createClusterLimits(redis.send, { prefix })).admit(20)).toBe(12);
  });

  it.skipIf(!redis.reachable)('is remembered by the nodes when Redis loses its data', async () => {
    const prefix = redis.newPrefix();
    const node = nodeOf(createClusterLimits(redis.send, { prefix }));
    expect(await node.admit(9)).toBe(9);
    await redis.send(['DEL', `${prefix}rate:ada`, `${prefix}clock`]);
    expect(await node.admit(10)).toBe(3);
  });

  it.skipIf(!redis.reachable)('is counted in advance for a busy caller, and given back by an idle one', async () => {
    const prefix = redis.newPrefix();
    let asked = 0;
    const send: typeof redis.send = (words) => {
      asked += 1;
      return redis.send(words);
    };
    const node = nodeOf(createClusterLimits(send, { prefix }));
    const large = { limit: 10_000, windowSeconds: 3600 };
    const verdicts = [];
    for (let count = 0; count < 101; count += 1) verdicts.push(await node.limiter.take('ada', large));
    expect(verdicts.map(({ remaining }) => remaining)).toEqual(verdicts.map((_, at) => 9_999 - at));
    expect(asked).toBeLessThanOrEqual(2);
    await node.limiter.take('ada', large);
    node.pass(500);
    await node.limiter.report();
    const other = nodeOf(createClusterLimits(redis.send, { prefix }));
    expect((await other.limiter.take('ada', large)).remaining).toBeGreaterThanOrEqual(9_897);
  });

  it('is divided by the number of nodes while Redis is unavailable, with a burst of 6 % and at least one request', async () => {
    const hundreds = { limit: 1200, windowSeconds: 3600 };
    expect(await nodeOf(broken, 3).admit(100, hundreds)).toBe(24);
    expect(await nodeOf(broken, 3).admit(10)).toBe(1);
    expect(await nodeOf(broken, 1).admit(20)).toBe(12);
    const node = nodeOf(broken, 3);
    await node.admit(100, hundreds);
    node.pass(60_000);
    expect(await node.admit(100, hundreds)).toBe(7);
  });

  it.skipIf(!redis.reachable)('is reduced for the other nodes by the share of a node that is absent', async () => {
    let now = 0;
    const shared = createClusterLimits(redis.send, { prefix: redis.newPrefix(), now: () => now });
    const minute = { limit: 60, windowSeconds: 60 };
    const admit = () => shared.take({ name: 'ada', rateLimit: minute, cost: 60, lease: 0, refund: 0, knownMs: 0 });
    const waitForAll = async (nodes: readonly string[]) => {
      let steps = 0;
      for (; !(await admit()).allowed; steps += 1) {
        now += 500;
        for (const node of nodes) await shared.report(node, 2);
      }
      return steps / 2;
    };
    await Promise.all(['a', 'b'].map((node) => shared.report(node, 2)));
    expect((await admit()).allowed).toBe(true);
    expect(await waitForAll(['a', 'b'])).toBe(59.5);
    expect(await waitForAll(['a'])).toBeGreaterThan(115);
    expect(await waitForAll(['a', 'b'])).toBeLessThan(61);
  });

  it('is charged later for what a node admits without Redis, and Redis is not asked for a second after a failure', async () => {
    const asked: string[] = [];
    const charged: number[] = [];
    let isDown = false;
    const memory = createMemoryRateLimiter({ clock: { now: () => 0 }, names: 10 });
    const step = async (name: string) => {
      asked.push(name);
      if (isDown) throw new Error('down');
    };
    const flaky: ClusterLimits = {
      async take({ name, rateLimit, cost }) {
        await step('take');
        const { allowed } = memory.take(name, rateLimit, cost);
        return { allowed, leased: 0, fullInMs: memory.fullInMs(name), requestedMs: 0 };
      },
      async charge(_name, _rateLimit, cost) {
        await step('charge');
        charged.push(cost);
      },
      report: () => step('report'),
    };
    const node = nodeOf(flaky, 2);
    expect(await node.admit(4)).toBe(4);
    isDown = true;
    expect(await node.admit(10)).toBe(1);
    expect([asked.length, node.errors.length]).toEqual([5, 1]);
    isDown = false;
    node.pass(1_000);
    expect(await node.admit(2)).toBe(2);
    expect([asked.slice(5), charged]).toEqual([['report', 'charge', 'take', 'take'], [1]]);
  });
});
