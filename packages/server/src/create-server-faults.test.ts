import { createMemoryStore } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { Ask, TestServer, TestServerOptions } from './server.support.js';
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

/** Every error has the same body, whatever went wrong and wherever. */
async function expectProblem(response: Response, status: number) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const body = (await response.json()) as Record<string, unknown> & { trace_id: string };
  expect(body).toMatchObject({
    type: expect.stringMatching(/^\/problems\//),
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    code: expect.stringMatching(/^[A-Z_]+$/),
    retryable: expect.any(Boolean),
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    error: { code: expect.stringMatching(/^[A-Za-z]+$/), message: expect.stringMatching(/./) },
  });
  expect(response.headers.get('traceparent')).toContain(body.trace_id);
  return body;
}

describe('the error body', () => {
  it.each<[string, string, string, number, Ask?]>([
    ['an unknown address', 'GET', '/nowhere', 404],
    ['another method', 'PATCH', '/agents', 405],
    ['another method next to a literal', 'GET', '/agents/search', 405],
    ['an unknown agent', 'GET', '/agents/unknown', 404],
    ['an unknown key', 'DELETE', '/keys/unknown', 404],
    ['broken JSON', 'POST', '/agents', 400, { body: '{"name": ' }],
    ['no JSON', 'POST', '/agents', 415, { body: 'a=b', headers: { 'content-type': 'text/plain' } }],
    ['a faulty document', 'POST', '/agents', 400, { body: {} }],
    ['a faulty search', 'POST', '/agents/search', 400, { body: { top: 'many' } }],
    ['a faulty key', 'POST', '/keys', 400, { body: { scopes: [] } }],
    ['a faulty import', 'POST', '/imports', 400, { body: [] }],
    ['a faulty source', 'POST', '/sources', 400, { body: 7 }],
    ['a faulty page', 'GET', '/audit?limit=0', 400],
    ['an unknown parameter', 'GET', '/audit?colour=red', 400],
    ['an invalid percent-encoding', 'GET', '/', 400, { target: '/agents/%zz' }],
    ['an unknown media type', 'GET', '/agents', 406, { headers: { accept: 'image/png' } }],
    ['an unknown problem', 'GET', '/problems/unknown', 404],
    ['a made-up cursor', 'GET', '/agents?cursor=made-up', 400],
  ])('answers %s', async (_, method, path, status, ask) => {
    const started = await start();
    await expectProblem(await started.ask(method, path, ask), status);
  });

  it('responds to a credential problem on every route alike', async () => {
    const { ask } = await start({ flags: { 'auth.mode': 'optional', 'limits.failedAuthPerMinute': 1000 } });
    const api = (await (await ask('GET', '/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const probes = new Set(['/healthz', '/readyz']);
    const wrong = { key: `dgm_0123456789abcdef_${'a'.repeat(43)}` };
    let seen = 0;
    for (const [path, methods] of Object.entries(api.paths)) {
      if (probes.has(path)) continue;
      for (const method of Object.keys(methods).filter((name) => /^(get|post|put|delete)$/.test(name))) {
        await expectProblem(await ask(method.toUpperCase(), path.replace(/\{\w+\}/g, 'x'), wrong), 401);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(20);
  });

  it('lists the methods of an address with 405 and OPTIONS', async () => {
    const { ask } = await start();
    expect((await ask('PATCH', '/agents/x')).headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, PUT');
    const options = await ask('OPTIONS', '/agents');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  });

  it('responds to HEAD like GET without a body', async () => {
    const { ask } = await start();
    const [get, head] = [await ask('GET', '/openapi.json'), await ask('HEAD', '/openapi.json')];
    expect([head.status, head.headers.get('etag')]).toEqual([200, get.headers.get('etag')]);
    expect(await head.text()).toBe('');
    expect((await ask('HEAD', '/nowhere')).status).toBe(404);
  });

  it('decodes percent-encoded ids once, without leaving their segment', async () => {
    const { ask } = await start();
    for (const id of ['a/b', 'dots..in.it', '🚢', '100%25', 'a b', '?x=1#y', '..%2fkeys']) {
      const path = `/agents/${encodeURIComponent(id)}`;
      expect((await ask('POST', '/agents', { body: { ...pierWeather, id } })).status).toBe(201);
      expect(await (await ask('GET', path)).json()).toMatchObject({ id });
    }
    await expectProblem(await ask('GET', '/', { target: '/agents/%2e%2e' }), 404);
    await expectProblem(await ask('GET', '/', { target: '/agents/%2e%2e%2fkeys' }), 404);
    await expectProblem(await ask('GET', '/', { target: '/agents/../keys' }), 404);
    await expectProblem(await ask('GET', '/', { target: '/agents/%73earch' }), 405);
  });
});

describe('internal errors', () => {
  const secret = 'password=hunter2 at connect (db.ts:42)';

  it('[AIDIP-ERR-09] are logged, and the response shows only a general sentence', async () => {
    const store = createMemoryStore();
    store.entries.readMany = () => Promise.reject(new Error(secret));
    const { ask, log } = await start({ store });
    await ask('POST', '/agents', { body: pierWeather });
    const response = await ask('GET', '/agents/pier-weather');
    const body = await expectProblem(response, 500);
    expect(body).toMatchObject({ code: 'INTERNAL', error: { code: 'AgentError' } });
    expect(JSON.stringify([body, ...response.headers])).not.toMatch(/hunter2|db\.ts|at .*\(/);
    const line = log().find((entry) => entry.trace_id === body.trace_id);
    expect(line).toMatchObject({ level: 'error', status: 500, err: { message: secret } });
    expect(JSON.stringify(line)).toContain('stack');
  });

  it('are 503 with Retry-After while the store is unavailable; the server keeps running and recovers', async () => {
    const store = createMemoryStore();
    const { ask } = await start({ store, flags: { 'auth.mode': 'optional' } });
    const { ping } = store;
    const { find } = store.keys;
    const away = () =>
      Promise.reject(new Failure('UNAVAILABLE', { message: 'The store does not respond.', retryAfter: 2 }));
    store.ping = away;
    store.keys.find = away;
    const key = `dgm_0123456789abcdef_${'a'.repeat(43)}`;
    const refused = await ask('GET', '/agents', { key });
    expect(refused.headers.get('retry-after')).toBe('2');
    await expectProblem(refused, 503);
    await expectProblem(await ask('GET', '/readyz'), 503);
    expect((await ask('GET', '/healthz')).status).toBe(200);
    store.ping = ping;
    store.keys.find = find;
    expect((await ask('GET', '/agents', { key })).status).toBe(401);
    expect((await ask('GET', '/readyz')).status).toBe(200);
  });

  it('keep an open server closed and running when it cannot check for keys', async () => {
    const store = createMemoryStore();
    const { ask } = await start({ store });
    store.keys.countUsable = () => Promise.reject(new Failure('UNAVAILABLE'));
    await expectProblem(await ask('GET', '/agents'), 503);
    expect((await ask('GET', '/healthz')).status).toBe(200);
  });
});

describe('pages of other origins', () => {
  it('get no permission by default', async () => {
    const { ask } = await start();
    const response = await ask('GET', '/agents', { headers: { origin: 'https://pages.example' } });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('get it when configured', async () => {
    const { ask } = await start({ flags: { 'cors.origins': 'https://pages.example' } });
    const headers = { origin: 'https://pages.example', 'access-control-request-method': 'POST' };
    const preflight = await ask('OPTIONS', '/agents', { headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://pages.example');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    const real = await ask('GET', '/agents', { headers: { origin: 'https://pages.example' } });
    expect(real.headers.get('access-control-allow-origin')).toBe('https://pages.example');
    expect(real.headers.get('vary')).toContain('Origin');
    const other = await ask('GET', '/agents', { headers: { origin: 'https://evil.example' } });
    expect(other.headers.has('access-control-allow-origin')).toBe(false);
  });
});
