import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Property } from '../../calls/property.js';
import { addProperties } from '../../fetch.js';
import { createMemoryStore } from '../../stores/index.js';
import { createProblemDetails } from '../problem-details/index.js';
import { createRateLimit, type RateLimitOptions, type RateStore } from './index.js';

/** A host with a limit and a manual clock. */
function host(options: Partial<RateLimitOptions> = {}, answer: () => Response = () => Response.json({ ok: true })) {
  let now = Date.UTC(2026, 0, 1);
  let ran = 0;
  const limit = createRateLimit({ limit: 3, windowSeconds: 60, clock: { now: () => now }, ...options });
  const serve = addProperties(
    () => {
      ran += 1;
      return answer();
    },
    [limit],
    { caller: (request) => request.headers.get('x-user') ?? undefined },
  );
  const send = (headers: Record<string, string> = {}, path = '/tasks', method = 'GET') =>
    serve(new Request(`https://api.example${path}`, { headers, method }));
  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  return { send, ran: () => ran, pass };
}

describe('a limit', () => {
  it('[PROF-RATE-01] rejects requests above it with Retry-After', async () => {
    const { send, ran, pass } = host();
    for (let at = 0; at < 3; at += 1) expect((await send()).status).toBe(200);
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('content-type')]).toEqual([
      429,
      '20',
      'application/problem+json',
    ]);
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', retryable: true, retry_after: 20 });
    expect(ran()).toBe(3);
    pass(20);
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
  });

  it('reports the remaining quota with an error that a handler or an inner property throws', async () => {
    const limit = createRateLimit({ limit: 9, windowSeconds: 60 });
    const inner = createRateLimit({ limit: 1, windowSeconds: 60, policy: 'inner', routes: ['GET /scarce'] });
    const serve = addProperties(
      ({ url }) => {
        if (url.endsWith('/broken')) throw new Error('no connection');
        throw new Failure('NOT_FOUND');
      },
      [createProblemDetails({ report: () => {} }), limit, inner],
    );
    const answers: [number, string | null][] = [];
    for (const path of ['/missing', '/broken', '/scarce', '/scarce']) {
      const { status, headers } = await serve(new Request(`https://api.example${path}`));
      answers.push([status, headers.get('ratelimit')?.replace(/;t=.*/, '') ?? null]);
    }
    expect(answers).toEqual([
      [404, '"default";r=8'],
      [500, '"default";r=7'],
      [404, '"inner";r=0'],
      [429, '"inner";r=0'],
    ]);
  });

  it('[PROF-RATE-04] reports the remaining quota and its unit on every response', async () => {
    const { send } = host({ policy: 'reads' });
    const lefts: (string | null)[] = [];
    for (let at = 0; at < 4; at += 1) {
      const { headers } = await send();
      expect(headers.get('ratelimit-policy')).toBe('"reads";q=3;w=60;qu="requests"');
      lefts.push(headers.get('ratelimit'), headers.get('ratelimit-remaining'));
    }
    expect(lefts).toEqual([
      '"reads";r=2;t=20',
      '2',
      '"reads";r=1;t=40',
      '1',
      '"reads";r=0;t=60',
      '0',
      '"reads";r=0;t=60',
      '0',
    ]);
  });

  it('[PROF-RATE-03] counts response bytes: a large response uses more', async () => {
    const sizes = [10, 400, 700, 10];
    const { send, ran } = host(
      { limit: 1_000, unit: 'content-bytes' },
      () => new Response('x'.repeat(sizes.shift() ?? 0)),
    );
    const told: unknown[] = [];
    for (let at = 0; at < 4; at += 1) {
      const { status, headers } = await send();
      told.push([status, headers.get('ratelimit-remaining')]);
      expect(headers.get('ratelimit-policy')).toContain('qu="content-bytes"');
    }
    expect(told).toEqual([
      [200, '990'],
      [200, '590'],
      [200, '0'],
      [429, '0'],
    ]);
    expect(ran()).toBe(3);
  });

  it('is separate for each caller; unverified credentials do not identify a caller', async () => {
    const { send } = host({ limit: 1 });
    expect((await send({ 'x-user': 'alice' })).status).toBe(200);
    expect((await send({ 'x-user': 'bob' })).status).toBe(200);
    expect((await send({ 'x-user': 'alice' })).status).toBe(429);
    expect((await send({ authorization: 'Bearer one' })).status).toBe(200);
    expect((await send({ authorization: 'Bearer two' })).status).toBe(429);
  });

  it('uses the configured name, cost and routes', async () => {
    const { send } = host({
      routes: ['POST /tasks'],
      name: (request) => request.headers.get('x-tenant') ?? '',
      cost: (request) => Number(request.headers.get('x-cost') ?? 1),
    });
    const post = (headers: Record<string, string>) => send(headers, '/tasks', 'POST');
    expect((await post({ 'x-tenant': 'a', 'x-cost': '3' })).status).toBe(200);
    expect((await post({ 'x-tenant': 'a' })).status).toBe(429);
    expect((await post({ 'x-tenant': 'a', 'x-cost': '0' })).status).toBe(200);
    expect((await post({ 'x-tenant': 'b' })).status).toBe(200);
    const other = await send({ 'x-tenant': 'a' });
    expect([other.status, other.headers.get('ratelimit')]).toEqual([200, null]);
  });

  it('inside another reports the stricter one', async () => {
    const clock = { now: () => 0 };
    const limits: Property[] = [
      createRateLimit({ limit: 100, windowSeconds: 3600, policy: 'hour', clock }),
      createRateLimit({ limit: 2, windowSeconds: 1, policy: 'second', clock }),
    ];
    const serve = addProperties(() => new Response('ok'), limits);
    expect((await serve(new Request('https://api.example/'))).headers.get('ratelimit')).toBe('"second";r=1;t=1');
  });

  it('rejects invalid numbers', () => {
    for (const wrong of [{ limit: 0 }, { windowSeconds: 0 }, { limit: Number.NaN }, { policy: 'a"b' }]) {
      expect(() => createRateLimit({ limit: 1, windowSeconds: 1, ...wrong })).toThrow();
    }
  });

  it('rejects a store that counts no requests, such as that of idempotency keys', () => {
    const store = createMemoryStore() as unknown as RateStore;
    expect(() => createRateLimit({ limit: 1, windowSeconds: 1, store })).toThrow('use createPostgresRateStore');
  });
});

describe('an unavailable store', () => {
  const broken: RateStore = {
    take: () => Promise.reject(new Error('connection lost')),
    charge: () => Promise.reject(new Error('connection lost')),
  };

  it('passes or rejects requests, as configured, and is reported', async () => {
    const reported: unknown[] = [];
    const report = (problem: unknown) => void reported.push(problem);
    expect((await host({ store: broken, report }).send()).status).toBe(200);
    const refused = await host({ store: broken, report, onStoreFailure: 'refuse' }).send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.stringify(await refused.json())).not.toContain('connection lost');
    expect(reported).toHaveLength(2);
  });
});
