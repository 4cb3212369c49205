import { scopes } from '@dragoman/core/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from './observe/logger.js';
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

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

describe('traces and logs', () => {
  it('[PROF-OBS-01] continues the caller’s trace, and starts one where there is none or a broken one', async () => {
    const { ask } = await start();
    const continued = await ask('GET', '/agents', { headers: { traceparent, tracestate: 'a=b' } });
    expect(continued.status).toBe(200);
    expect(continued.headers.get('traceparent')).toMatch(
      new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`),
    );
    const refused = await ask('GET', '/nowhere', { headers: { traceparent } });
    expect(await refused.json()).toMatchObject({ trace_id: traceId });
    for (const headers of [{}, { traceparent: 'nonsense' }]) {
      const started = await ask('GET', '/agents', { headers });
      expect(started.status).toBe(200);
      expect(started.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    }
  });

  it('[PROF-OBS-03] logs the trace with the caller and the result', async () => {
    const { ask, keyFor, log, store } = await start({ flags: { 'auth.mode': 'optional' } });
    const key = await keyFor('alice', 'registry:write');
    const headers = { traceparent, 'user-agent': 'freight-agent/2.0' };
    await ask('POST', '/agents', { key, body: pierWeather, headers });
    expect(log().find((line) => line.trace_id === traceId)).toMatchObject({
      caller: 'alice',
      caller_kind: 'key',
      user_agent: 'freight-agent/2.0',
      route: '/agents',
      status: 201,
    });
    const [record] = (await store.audit.list({ limit: 10 })).slice(-1);
    expect(record).toMatchObject({ actor: 'alice', traceId });
  });

  it('never logs a credential', async () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', pretty: false }, { write: (line) => lines.push(line) });
    logger.info({ authorization: 'Bearer s3cret', headers: { 'x-api-key': 's3cret', cookie: 's3cret' } }, 'x');
    expect(lines.join('')).not.toContain('s3cret');
    expect(lines.join('')).toContain('[hidden]');
  });

  it('writes human-readable lines when configured', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', pretty: true }, { write: (line) => lines.push(line) });
    logger.info({ route: '/agents', status: 200, path: '/\u001b[31mred' }, 'request');
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} INFO {2}request {2}route=\/agents status=200 /);
    expect(lines[0]).toContain('path="/\\u001b[31mred"\n');
  });

  it('continues a human-readable line below the message where the terminal ends', () => {
    const lines: string[] = [];
    const config = { level: 'info', pretty: true };
    const logger = createLogger(config, { write: (line) => lines.push(line) }, () => 40);
    logger.info({ route: '/agents', status: 200, path: '/agents/pier' }, 'request');
    const [first, ...rest] = lines.join('').split('\n');
    expect(first).toMatch(/ INFO {2}request$/);
    expect(rest).toEqual([
      '                   route=/agents',
      '                   status=200',
      '                   path=/agents/pier',
      '',
    ]);
  });
});

describe('figures', () => {
  it('count requests by route template and status, entries and refusals', async () => {
    const { ask } = await start({ flags: { 'limits.localPerMinute.search': 1 } });
    await ask('POST', '/agents', { body: pierWeather });
    await ask('GET', '/agents/pier-weather');
    await ask('GET', '/agents/unknown');
    await ask('GET', '/made/up');
    for (let i = 0; i < 2; i += 1) await ask('POST', '/agents/search', { body: {} });
    const response = await ask('GET', '/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    const figures = await response.text();
    expect(figures).toContain('dragoman_http_requests_total{method="GET",route="/agents/{id}",status="200"} 1');
    expect(figures).toContain('dragoman_http_requests_total{method="GET",route="/agents/{id}",status="404"} 1');
    expect(figures).toContain('dragoman_http_requests_total{method="GET",route="(none)",status="404"} 1');
    expect(figures).toContain('dragoman_http_request_duration_seconds_count{method="POST",route="/agents"} 1');
    expect(figures).toContain('dragoman_entries 1');
    expect(figures).toContain('dragoman_rate_limited_total{budget="search"} 1');
  });

  it('need the scope admin unless made public', async () => {
    const closed = await start({ flags: { 'auth.mode': 'optional' } });
    expect((await closed.ask('GET', '/metrics')).status).toBe(401);
    expect((await closed.ask('GET', '/metrics', { key: await closed.keyFor('bob', 'registry:write') })).status).toBe(
      403,
    );
    expect((await closed.ask('GET', '/metrics', { key: await closed.keyFor('root', 'admin') })).status).toBe(200);
    const open = await start({ flags: { 'auth.mode': 'optional', 'metrics.public': true } });
    expect((await open.ask('GET', '/metrics')).status).toBe(200);
  });
});

describe('the self-description of the server', () => {
  it('[PROF-AUTH-04] serves protected resource metadata and points to it from a 401', async () => {
    const jwks = { keys: [] };
    const issuers = [{ issuer: 'https://id.example', audience: 'dragoman', jwks }];
    const { ask } = await start({ flags: { 'auth.jwt.issuers': issuers, 'public-url': 'https://registry.example' } });
    const place = 'https://registry.example/.well-known/oauth-protected-resource';
    expect(await (await ask('GET', '/.well-known/oauth-protected-resource')).json()).toEqual({
      resource: 'https://registry.example',
      authorization_servers: ['https://id.example'],
      scopes_supported: [...scopes],
      bearer_methods_supported: ['header'],
      resource_name: 'Dragoman',
    });
    expect((await ask('GET', '/keys')).headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${place}"`);
    const invalid = await ask('GET', '/keys', { headers: { authorization: 'Bearer x.y.z' } });
    expect(invalid.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${place}", error="invalid_token"`);
  });

  it('is alive at once and ready when store and index are', async () => {
    const { ask, server } = await start();
    expect(await (await ask('GET', '/healthz')).json()).toEqual({ status: 'alive' });
    expect(await (await ask('GET', '/readyz')).json()).toEqual({
      status: 'ready',
      search: { matched_by: ['words'], reason: 'the setting search.embedder is "none"' },
      limits: { counted_in: 'process' },
      nodes: { share: 'nothing' },
    });
    await server.close();
    expect((await ask('GET', '/readyz')).status).toBe(503);
  });
});

describe('keys over HTTP', () => {
  it('are created, listed, rotated and revoked', async () => {
    const { ask, clock, keyFor } = await start({ flags: { 'auth.mode': 'optional' } });
    const admin = await keyFor('root', 'admin');
    const body = { name: 'job', scopes: ['registry:write'], expires_at: '2026-04-01T00:00:00Z' };
    const created = await ask('POST', '/keys', { key: admin, body });
    expect([created.status, created.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const made = (await created.json()) as { id: string; key: string };
    expect(made).toMatchObject({ name: 'job', expires_at: '2026-04-01T00:00:00.000Z', usable: true });
    const rotated = await ask('POST', `/keys/${made.id}/rotate`, { key: admin, body: { overlap_seconds: 60 } });
    const fresh = (await rotated.json()) as { id: string; key: string };
    expect((await ask('POST', '/agents', { key: made.key, body: pierWeather })).status).toBe(201);
    clock.time += 60_000;
    expect((await ask('DELETE', '/agents/pier-weather', { key: made.key })).status).toBe(401);
    expect((await ask('DELETE', '/agents/pier-weather', { key: fresh.key })).status).toBe(204);
    const revoked = await ask('DELETE', `/keys/${fresh.id}`, { key: admin });
    expect([revoked.status, await revoked.json()]).toMatchObject([200, { usable: false }]);
    expect((await ask('POST', '/agents', { key: fresh.key, body: pierWeather })).status).toBe(401);
    const listed = (await (await ask('GET', '/keys', { key: admin })).json()) as {
      keys: { id: string; replaced_by?: string }[];
    };
    expect(listed.keys.find(({ id }) => id === made.id)?.replaced_by).toBe(fresh.id);
    expect(JSON.stringify(listed)).not.toMatch(/hash|dgm_/);
    expect((await ask('POST', `/keys/${made.id}/rotate`, { key: admin })).status).toBe(409);
  });

  it('are rejected with every problem named', async () => {
    const { ask } = await start();
    const body = { name: '', scopes: ['with space'], expires_at: 'tomorrow', colour: 'red', subject: 7 };
    const refused = (await (await ask('POST', '/keys', { body })).json()) as { field_errors: { field: string }[] };
    expect(refused.field_errors.map(({ field }) => field).sort()).toEqual([
      'colour',
      'expires_at',
      'name',
      'name',
      'scopes',
      'subject',
    ]);
    const overlap = await ask('POST', '/keys/x/rotate', { body: { overlap_seconds: -1 } });
    expect(overlap.status).toBe(400);
  });
});
