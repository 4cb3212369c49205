import { createMemoryStore } from '@dragoman/core/engine';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
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

/**
 * A server with three writers and their registrations: one public service, one private to alice, one shared with
 * carol.
 */
async function startWithAgents() {
  const started = await start({ flags: { 'auth.mode': 'optional' } });
  const alice = await started.keyFor('alice', 'registry:write');
  const bob = await started.keyFor('bob', 'registry:write');
  const carol = await started.keyFor('carol', 'registry:read', 'harbour');
  const admin = await started.keyFor('root', 'admin');
  const register = (id: string, more: object) =>
    started.ask('POST', '/agents', { key: alice, body: { ...pierWeather, id, ...more } });
  expect((await register('open', {})).status).toBe(201);
  expect((await register('secret', { visibility: 'private' })).status).toBe(201);
  expect((await register('shared', { visibility: 'private', grants: ['caller:carol'] })).status).toBe(201);
  expect((await register('scoped', { visibility: 'private', grants: ['scope:harbour'] })).status).toBe(201);
  return { ...started, alice, bob, carol, admin };
}

const idsOf = async (response: Response) => ((await response.json()) as { id: string }[]).map(({ id }) => id).sort();

describe('access control', () => {
  it('answers nothing but probes and login metadata without a credential where one is required', async () => {
    const { ask, keyFor } = await start({ flags: { 'auth.mode': 'required' } });
    const key = await keyFor('alice', 'registry:write');
    expect((await ask('POST', '/agents', { key, body: { ...pierWeather, id: 'open' } })).status).toBe(201);
    const { paths } = (await (await ask('GET', '/openapi.json', { key })).json()) as { paths: Record<string, object> };
    const answered: string[] = [];
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        const { status } = await ask(method.toUpperCase(), path.replace(/\{\w+\}/g, 'open'), {});
        if (status !== 401) answered.push(`${method.toUpperCase()} ${path}`);
      }
    }
    expect(answered.sort()).toEqual([
      'DELETE /session',
      'GET /.well-known/http-message-signatures-directory',
      'GET /.well-known/oauth-protected-resource',
      'GET /client-metadata.json',
      'GET /healthz',
      'GET /problems',
      'GET /problems/{code}',
      'GET /readyz',
      'GET /session',
      'POST /session',
    ]);
    for (const path of ['/mcp', '/agents/open/mcp', '/agents/search', '/llms.txt', '/docs']) {
      expect([path, (await ask('GET', path, {})).status]).not.toEqual([path, 200]);
    }
    expect((await ask('GET', '/agents/open', { key })).status).toBe(200);
  });

  it('[AIDIP-SEC-03] requires a credential for every change and none for public discovery', async () => {
    const { ask } = await start({ flags: { 'auth.mode': 'optional' } });
    const writes: [string, string, object?][] = [
      ['POST', '/agents', pierWeather],
      ['PUT', '/agents/x', pierWeather],
      ['DELETE', '/agents/x'],
      ['POST', '/agents/x/restore'],
      ['POST', '/imports', { items: [] }],
      ['POST', '/sources', { urls: [] }],
      ['GET', '/sources'],
      ['GET', '/keys'],
      ['POST', '/keys', {}],
      ['DELETE', '/keys/x'],
      ['GET', '/audit'],
      ['GET', '/metrics'],
    ];
    for (const [method, path, body] of writes) {
      const response = await ask(method, path, { body });
      expect([method, path, response.status]).toEqual([method, path, 401]);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="http/);
    }
    for (const path of ['/agents', '/agents/public', '/openapi.json', '/.well-known/agent-card.json', '/healthz']) {
      expect([path, (await ask('GET', path)).status]).toEqual([path, 200]);
    }
    expect((await ask('POST', '/agents/search', { body: {} })).status).toBe(200);
  });

  it('[AIDIP-ERR-05] distinguishes missing, invalid and insufficient credentials', async () => {
    const { ask, bob } = await startWithAgents();
    const answers = await Promise.all([
      ask('GET', '/keys'),
      ask('GET', '/keys', { key: `dgm_0123456789abcdef_${'a'.repeat(43)}` }),
      ask('GET', '/keys', { key: bob }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 403]);
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { detail: string; code: string }[];
    expect(bodies.map((body) => body.code)).toEqual(['UNAUTHENTICATED', 'INVALID_CREDENTIAL', 'FORBIDDEN']);
    expect(new Set(bodies.map((body) => body.detail)).size).toBe(3);
    expect(bodies[2]?.detail).toContain("'admin'");
  });

  it('never treats an invalid credential as absent, not even on an open server or a public route', async () => {
    const { ask } = await start();
    const bad = { key: `dgm_0123456789abcdef_${'a'.repeat(43)}` };
    expect((await ask('GET', '/agents')).status).toBe(200);
    expect((await ask('GET', '/agents', bad)).status).toBe(401);
    expect((await ask('POST', '/agents/search', { ...bad, body: {} })).status).toBe(401);
    expect((await ask('GET', '/nowhere', bad)).status).toBe(401);
    expect((await ask('GET', '/agents', { headers: { authorization: 'Basic eDp5' } })).status).toBe(401);
  });

  it('[AIDIP-SEC-04] shows and opens to each caller exactly what it is entitled to', async () => {
    const { ask, alice, bob, carol, admin } = await startWithAgents();
    const matrix: [string | undefined, string[]][] = [
      [undefined, ['open']],
      [bob, ['open']],
      [carol, ['open', 'scoped', 'shared']],
      [alice, ['open', 'scoped', 'secret', 'shared']],
      [admin, ['open', 'scoped', 'secret', 'shared']],
    ];
    for (const [key, visible] of matrix) {
      const asked = key === undefined ? {} : { key };
      expect(await idsOf(await ask('GET', '/agents', asked))).toEqual(visible);
      expect(await idsOf(await ask('POST', '/agents/search', { ...asked, body: { top: 50 } }))).toEqual(visible);
      const found = (await (
        await ask('POST', '/agents/search', { ...asked, body: { query: 'pier weather' } })
      ).json()) as {
        count: number;
        results: { id: string }[];
      };
      expect(found.results.map(({ id }) => id).sort()).toEqual(visible);
      expect(found.count).toBe(visible.length);
      for (const id of ['open', 'secret', 'shared', 'scoped']) {
        expect((await ask('GET', `/agents/${id}`, asked)).status).toBe(visible.includes(id) ? 200 : 404);
      }
    }
  });

  it('[AIDIP-SEC-05] shows an authenticated caller the public services and its own private ones, each once', async () => {
    const { ask, alice, carol } = await startWithAgents();
    expect(await idsOf(await ask('GET', '/agents', { key: alice }))).toEqual(['open', 'scoped', 'secret', 'shared']);
    expect(await idsOf(await ask('GET', '/agents', { key: carol }))).toEqual(['open', 'scoped', 'shared']);
  });

  it('[AIDIP-SEC-06] gives a search without credential only public services, or rejects it when so configured', async () => {
    const { ask } = await startWithAgents();
    const search = { body: { query: 'pier weather' } };
    const found = (await (await ask('POST', '/agents/search', search)).json()) as {
      results: { id: string }[];
      count: number;
    };
    expect(found.results.map(({ id }) => id)).toEqual(['open']);
    expect(found.count).toBe(1);
    const strict = await start({ flags: { 'auth.mode': 'optional', 'registry.anonymousSearch': false } });
    expect((await strict.ask('POST', '/agents/search', search)).status).toBe(401);
    const key = await strict.keyFor('alice', 'registry:read');
    expect((await strict.ask('POST', '/agents/search', { ...search, key })).status).toBe(200);
  });

  it('closes an open server with the first key', async () => {
    const { ask, server } = await start();
    expect(await server.isOpen()).toBe(true);
    const created = await ask('POST', '/keys', { body: { name: 'mine', scopes: ['admin'] } });
    expect(created.status).toBe(201);
    const { key } = (await created.json()) as { key: string };
    expect(await server.isOpen()).toBe(false);
    expect((await ask('GET', '/keys')).status).toBe(401);
    expect((await ask('POST', '/agents', { body: pierWeather })).status).toBe(401);
    expect((await ask('GET', '/keys', { key })).status).toBe(200);
  });

  it('notices a key that another process created, within two seconds', async () => {
    const { ask, clock, keyFor } = await start();
    expect((await ask('GET', '/keys')).status).toBe(200);
    await keyFor('elsewhere', 'admin');
    clock.time += 2000;
    expect((await ask('GET', '/keys')).status).toBe(401);
  });

  it('refuses to serve other machines without TLS, and rejects requests that reached the proxy in plain text', async () => {
    const store = createMemoryStore();
    const { keyFor } = await start({ store });
    await keyFor('admin', 'admin');
    await expect(startTestServer({ store, flags: { host: '0.0.0.0' } })).rejects.toThrow(/without TLS/);
    const behind = await start({
      store,
      flags: { host: '0.0.0.0', 'server.tlsTerminated': true, 'server.trustProxy': 1 },
    });
    const plain = await behind.ask('GET', '/agents', { headers: { 'x-forwarded-proto': 'http' } });
    expect(plain.status).toBe(403);
    expect(await plain.json()).not.toBeInstanceOf(Array);
    expect((await behind.ask('GET', '/agents', { headers: { 'x-forwarded-proto': 'https' } })).status).toBe(200);
  });

  it('accepts access tokens of a configured issuer, limited to their scopes', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'one' }] };
    const issuer = { issuer: 'https://id.example', audience: 'dragoman', jwks };
    const { ask, store } = await start({ flags: { 'auth.jwt.issuers': [issuer] } });
    const token = (scope: string) =>
      new SignJWT({ scope })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer('https://id.example')
        .setAudience('dragoman')
        .setSubject('alice')
        .setExpirationTime(Date.parse('2026-03-01T01:00:00Z') / 1000)
        .sign(privateKey);
    expect((await ask('POST', '/agents', { body: pierWeather })).status).toBe(401);
    expect((await ask('POST', '/agents', { key: await token('registry:read'), body: pierWeather })).status).toBe(403);
    expect((await ask('POST', '/agents', { key: await token('registry:write'), body: pierWeather })).status).toBe(201);
    const [record] = (await store.audit.list({ limit: 10, action: 'entry.create' })).slice(-1);
    expect(record).toMatchObject({ actor: 'https://id.example#alice', outcome: 'done' });
    expect((await ask('GET', '/keys', { key: await token('admin') })).status).toBe(200);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a missing key set',
      { 'auth.jwt.issuers': [{ issuer: 'i', audience: 'a', jwksFile: '/nowhere/keys.json' }] },
      /\/nowhere\/keys\.json.*ENOENT/,
    ],
    ['an invalid key set', { 'auth.jwt.issuers': [{ issuer: 'i', audience: 'a', jwks: { keys: 7 } }] }, /auth\.jwt/],
    ['an invalid allowed address', { 'outbound.allow': ['10.0.0.0/99'] }, /outbound\.allow/],
  ])('refuses to start with %s, names the setting, and closes the store', async (_, flags, words) => {
    const store = createMemoryStore();
    let closed = 0;
    store.close = async () => {
      closed += 1;
    };
    await expect(startTestServer({ store, flags })).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(words),
    });
    expect(closed).toBe(1);
  });

  it('refuses to listen on other addresses without authentication', async () => {
    await expect(startTestServer({ flags: { host: '0.0.0.0', 'server.tlsTerminated': true } })).rejects.toThrow(
      /without authentication/,
    );
  });
});

describe('an open server and pages of other sites', () => {
  it.each(['evil.example', 'evil.example:4780', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    'rejects the host name %s, which a page may have pointed at loopback',
    async (host) => {
      const { ask } = await start();
      expect((await ask('GET', '/agents', { headers: { host } })).status).toBe(403);
      expect((await ask('GET', `http://${host}/agents`)).status).toBe(403);
    },
  );

  it.each(['localhost', 'localhost:4780', '127.0.0.1:4780', '[::1]:4780'])('answers to %s', async (host) => {
    const { ask } = await start();
    expect((await ask('GET', '/agents', { headers: { host } })).status).toBe(200);
  });

  it('rejects changes from pages of other sites and accepts those of its own', async () => {
    const { ask } = await start();
    const post = (headers: Record<string, string>) => ask('POST', '/agents', { body: pierWeather, headers });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ origin: 'null' })).status).toBe(403);
    expect((await post({ origin: 'http://127.0.0.1:9999' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ origin: 'http://127.0.0.1:4780' })).status).toBe(201);
  });

  it('ignores host names and pages once callers need a key', async () => {
    const { ask } = await start({ flags: { 'auth.mode': 'optional' } });
    const headers = { host: 'registry.example', origin: 'https://pages.example' };
    expect((await ask('GET', '/agents', { headers })).status).toBe(200);
  });
});

describe('browsers at the root', () => {
  it('are led to the console, and programs get the document', async () => {
    const server = await startTestServer();
    const page = await server.ask('GET', '/', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('location')]).toEqual([302, '/console']);
    expect((await server.ask('GET', '/', { headers: { accept: 'application/json' } })).status).toBe(200);
  });

  it('get the console with and without a slash at the end', async () => {
    const server = await startTestServer();
    const [plain, slash] = [await server.ask('GET', '/console'), await server.ask('GET', '/console/')];
    expect([slash.status, slash.headers.get('etag')]).toEqual([plain.status, plain.headers.get('etag')]);
    // Without a build, both say how to make one.
    if (slash.status !== 200) expect(await slash.text()).toContain('npm run build');
  });

  it('get 404 from a console that is turned off', async () => {
    const server = await startTestServer({ flags: { 'console.enabled': false } });
    expect((await server.ask('GET', '/console')).status).toBe(404);
  });
});
