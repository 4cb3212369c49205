import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer, TestServerOptions } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

const running: TestServer[] = [];

async function start(options?: TestServerOptions) {
  const started = await startTestServer(options);
  running.push(started);
  return started;
}

afterEach(async () => {
  for (const { server } of running.splice(0)) await server.close();
});

const few = {
  'auth.mode': 'optional',
  'limits.perMinute.read': 10,
  'limits.perMinute.search': 3,
  'limits.perMinute.write': 5,
  'limits.anonymousPerMinute.read': 4,
  'limits.anonymousPerMinute.search': 2,
};

const search = { body: { query: 'weather' } };

describe('rate limits', () => {
  it('[AIDIP-SEC-11] [PROF-RATE-01] limits each caller, searches more tightly, and sends Retry-After', async () => {
    const { ask, keyFor, clock } = await start({ flags: few });
    const alice = await keyFor('alice', 'registry:read');
    const bob = await keyFor('bob', 'registry:read');
    for (let i = 0; i < 3; i += 1)
      expect((await ask('POST', '/agents/search', { ...search, key: alice })).status).toBe(200);
    const refused = await ask('POST', '/agents/search', { ...search, key: alice });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await refused.json()).toMatchObject({
      code: 'RATE_LIMITED',
      retryable: true,
      retry_after: Number(refused.headers.get('retry-after')),
      error: { code: 'RateLimited', message: expect.any(String) },
    });
    expect((await ask('GET', '/agents', { key: alice })).status).toBe(200);
    expect((await ask('POST', '/agents/search', { ...search, key: bob })).status).toBe(200);
    expect((await ask('POST', '/agents/search', search)).status).toBe(200);
    clock.time += Number(refused.headers.get('retry-after')) * 1000;
    expect((await ask('POST', '/agents/search', { ...search, key: alice })).status).toBe(200);
  });

  it('counts all keys of one subject together', async () => {
    const { ask, keyFor } = await start({ flags: few });
    const [one, other] = [await keyFor('alice', 'registry:read'), await keyFor('alice', 'registry:read')];
    for (let i = 0; i < 3; i += 1) await ask('POST', '/agents/search', { ...search, key: one });
    expect((await ask('POST', '/agents/search', { ...search, key: other })).status).toBe(429);
  });

  it('[PROF-RATE-04] reports the remaining quota and its unit on every response', async () => {
    const { ask, keyFor } = await start({ flags: few });
    const key = await keyFor('alice', 'registry:read');
    const first = await ask('GET', '/agents', { key });
    expect(Object.fromEntries([...first.headers].filter(([name]) => name.startsWith('ratelimit')))).toEqual({
      'ratelimit-limit': '10',
      'ratelimit-remaining': '9',
      'ratelimit-reset': '6',
      'ratelimit-policy': '"read";q=10;w=60;qu="requests"',
      ratelimit: '"read";r=9;t=6',
    });
    const missing = await ask('GET', '/agents/unknown', { key });
    expect(missing.status).toBe(404);
    expect(missing.headers.get('ratelimit')).toBe('"read";r=8;t=12');
  });

  it('counts callers without a credential by address, IPv6 by its /64', async () => {
    const { ask } = await start({ flags: few });
    for (let i = 0; i < 2; i += 1)
      expect((await ask('POST', '/agents/search', { ...search, from: '192.0.2.1' })).status).toBe(200);
    expect((await ask('POST', '/agents/search', { ...search, from: '192.0.2.1' })).status).toBe(429);
    expect((await ask('POST', '/agents/search', { ...search, from: '192.0.2.2' })).status).toBe(200);
    for (let i = 1; i <= 2; i += 1) await ask('POST', '/agents/search', { ...search, from: `2001:db8::${i}` });
    expect((await ask('POST', '/agents/search', { ...search, from: '2001:db8::ffff' })).status).toBe(429);
    expect((await ask('POST', '/agents/search', { ...search, from: '2001:db8:0:1::1' })).status).toBe(200);
  });

  it('uses X-Forwarded-For only when configured to trust a proxy', async () => {
    const plain = await start({ flags: few });
    for (let i = 0; i < 2; i += 1) {
      await plain.ask('POST', '/agents/search', { ...search, headers: { 'x-forwarded-for': `192.0.2.${i}` } });
    }
    const spoofed = { ...search, headers: { 'x-forwarded-for': '192.0.2.9' } };
    expect((await plain.ask('POST', '/agents/search', spoofed)).status).toBe(429);
    const trusting = await start({ flags: { ...few, 'server.trustProxy': 1 } });
    for (let i = 0; i < 5; i += 1) {
      const headers = { 'x-forwarded-for': `6.6.6.6, 192.0.2.${i}` };
      expect((await trusting.ask('POST', '/agents/search', { ...search, headers })).status).toBe(200);
    }
  });

  it('rate-limits an address that repeatedly sends invalid credentials', async () => {
    const { ask, keyFor } = await start({ flags: { ...few, 'limits.failedAuthPerMinute': 3 } });
    const key = await keyFor('alice', 'registry:read');
    const wrong = { key: `dgm_0123456789abcdef_${'a'.repeat(43)}` };
    for (let i = 0; i < 3; i += 1) expect((await ask('GET', '/agents', wrong)).status).toBe(401);
    const refused = await ask('GET', '/agents', wrong);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect((await ask('GET', '/agents', { key })).status).toBe(200);
  });

  it('never limits probes', async () => {
    const { ask } = await start({ flags: few });
    for (let i = 0; i < 50; i += 1) expect((await ask('GET', '/healthz')).status).toBe(200);
    expect((await ask('GET', '/healthz')).headers.has('ratelimit')).toBe(false);
  });

  it('rejects more concurrent requests than configured, with Retry-After', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const started = await start({ flags: { 'limits.concurrency': 1 } });
    const path = `/agents/${pierWeather.id}`;
    expect((await started.ask('POST', '/agents', { body: pierWeather })).status).toBe(201);
    const { readMany } = started.store.entries;
    started.store.entries.readMany = async (ids) => {
      await held;
      return readMany(ids);
    };
    const first = started.ask('GET', path);
    const second = await started.ask('GET', path);
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await started.ask('GET', '/healthz')).status).toBe(200);
    release();
    expect((await first).status).toBe(200);
  });
});

describe('shares of the slots for concurrent requests', () => {
  it('admits another caller while one has as many requests in progress as it may', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { ask, keyFor, store } = await start({ flags: { 'auth.mode': 'optional', 'limits.concurrency': 50 } });
    const [greedy, other] = [await keyFor('greedy', 'registry:write'), await keyFor('other', 'registry:read')];
    expect((await ask('POST', '/agents', { body: pierWeather, key: greedy })).status).toBe(201);
    const { readMany } = store.entries;
    store.entries.readMany = async (ids) => {
      await held;
      return readMany(ids);
    };
    const slow = Array.from({ length: 60 }, () => ask('GET', `/agents/${pierWeather.id}`, { key: greedy }));
    expect((await ask('GET', '/agents/unknown', { key: greedy })).status).toBe(503);
    expect((await ask('GET', '/agents/unknown', { key: other })).status).toBe(404);
    expect((await ask('GET', '/agents/unknown')).status).toBe(404);
    release();
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(15);
    expect(statuses.filter((status) => status === 200)).toHaveLength(45);
  });
});

describe('limits of a request', () => {
  it('rejects URLs above 8 KB with 414', async () => {
    const { ask } = await start();
    const response = await ask('GET', `/agents?capability=${'x'.repeat(8200)}`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([414, 'URI_TOO_LONG']);
    expect((await ask('GET', `/agents/${'x'.repeat(10_240)}`)).status).toBe(414);
  });

  it('rejects bodies above the limit with 413, whatever length they announce', async () => {
    const { ask } = await start({ flags: { 'limits.bodyBytes': 2048 } });
    const body = { ...pierWeather, padding: 'x'.repeat(4096) };
    expect((await ask('POST', '/agents', { body })).status).toBe(413);
    expect((await ask('POST', '/agents', { body: pierWeather })).status).toBe(201);
  });
});
