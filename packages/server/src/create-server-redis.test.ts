import { createMemoryStore, type Store } from '@dragoman/core/engine';
import { afterAll, describe, expect, it } from 'vitest';
import { requireRedis } from '../../middleware/src/stores/require-redis.support.js';
import { loadConfig } from './config/load-config.js';
import { createServer, type DragomanServer } from './create-server.js';

const redis = await requireRedis();
afterAll(() => redis.close());

/** Of so few, one more is admitted only after 15 seconds or more, so that a busy machine changes nothing. */
const limit = 2;

async function open(url: string | undefined, store: Store = createMemoryStore()): Promise<DragomanServer> {
  const flags = {
    'log.level': 'silent',
    'search.embedder': 'none',
    'limits.localPerMinute.read': limit,
    ...(url === undefined ? {} : { 'redis.url': url }),
  };
  return createServer(loadConfig({ environment: {}, flags }), { store });
}

const ask = (server: DragomanServer, path: string) => server.fetch(new Request(`http://127.0.0.1:4780${path}`));

async function admit(server: DragomanServer, count: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => ask(server, '/agents')));
  return answers.filter(({ status }) => status === 200).length;
}

async function limitsOf(server: DragomanServer): Promise<object> {
  const { limits } = (await (await ask(server, '/readyz')).json()) as { limits: object };
  return limits;
}

describe('rate limits of several nodes', () => {
  it.skipIf(!redis.reachable)('are shared through Redis by the nodes of one store, and by no others', async () => {
    const store = createMemoryStore();
    const url = 'redis://127.0.0.1:6379';
    const servers = [await open(url, store), await open(url, store), await open(url)];
    const [first, second, other] = servers as [DragomanServer, DragomanServer, DragomanServer];
    const [one, two] = await Promise.all([admit(first, limit), admit(second, limit)]);
    expect(one + two).toBe(limit);
    expect(await admit(other, limit)).toBe(limit);
    expect(await limitsOf(first)).toEqual({ counted_in: 'redis' });
    for (const server of servers) await server.close();
  });

  it.each([
    ['with a wrong password', 'redis://nobody:s3cret-word@127.0.0.1:6379'],
    ['that is not there', 'redis://127.0.0.1:1'],
  ])('are counted by each node with a Redis %s, and readiness says why', async (_, url) => {
    const server = await open(url);
    expect(await admit(server, 3 * limit)).toBe(limit);
    const limits = await limitsOf(server);
    expect(limits).toMatchObject({ counted_in: 'process', reason: expect.stringMatching(/./) });
    expect(JSON.stringify(limits)).not.toContain('s3cret');
    await server.close();
  });

  it('are counted by each node without Redis', async () => {
    const server = await open(undefined);
    expect(await limitsOf(server)).toEqual({ counted_in: 'process' });
    await server.close();
  });
});
