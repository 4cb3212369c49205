import type { Upstream } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleDraft, sampleRun } from '../../core/src/catalogue/store.support.js';
import { loadConfig } from './config/load-config.js';
import { openSteadyClock } from './open-steady-clock.js';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';
import { openPostgresStore } from './stores/postgres/open-postgres-store.js';
import { requirePostgres } from './stores/postgres/require-postgres.support.js';

const postgres = await requirePostgres();
const config = loadConfig({ cwd: '/nowhere', environment: {}, flags: { 'gateway.runs.leaseSeconds': 30 } });
const noon = Date.parse('2026-03-01T12:00:00Z');
const hourMs = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();

const running: TestServer[] = [];
afterEach(async () => {
  for (const { server } of running.splice(0)) await server.close();
});

describe('the clock of durations and leases', () => {
  it('begins at the time of the machine and ignores that the machine is set to another', async () => {
    const machine = { time: noon, now: () => machine.time };
    let elapsed = 5000;
    const steady = await openSteadyClock(config, {
      store: createMemoryStore(),
      clock: machine,
      elapsed: () => elapsed,
    });
    expect(steady.now()).toBe(noon);
    for (const jump of [-hourMs, 5 * hourMs]) {
      machine.time += jump;
      elapsed += 1000;
    }
    expect(steady.now()).toBe(noon + 2000);
  });

  it('never begins before the last lease of a process that died', async () => {
    const store = createMemoryStore();
    const lease = { state: 'running', leaseUntil: iso(noon + 30_000) } as const;
    await store.runs.add(sampleRun('left', lease), sampleDraft());
    const open = (time: number) => openSteadyClock(config, { store, clock: { now: () => time }, elapsed: () => 0 });
    expect((await open(noon - hourMs)).now()).toBe(noon);
    expect((await open(noon + 10_000)).now()).toBe(noon + 10_000);
  });

  it.skipIf(!postgres.reachable)('begins at the time of the database where servers share one', async () => {
    const schema = postgres.newSchema();
    const store = await openPostgresStore({ url: postgres.url, schema, clock: systemClock });
    const steady = await openSteadyClock(config, { store, clock: { now: () => 0 }, elapsed: () => 0 });
    expect(Math.abs(steady.now() - Date.now())).toBeLessThan(hourMs);
    await store.close();
    await postgres.dropSchema(schema);
  });
});

describe('a server whose machine is set to another time', () => {
  const flags = { 'auth.mode': 'optional', 'limits.perMinute.search': 10 };
  const search = { body: { query: 'weather' } };

  it.each([-hourMs, -60_000, hourMs])('by %i ms counts rate limits as before', async (jump) => {
    const started = await startTestServer({ flags, overrides: { steady: { now: () => noon } } });
    running.push(started);
    const key = await started.keyFor('alice', 'registry:read');
    const remaining = async () =>
      (await started.ask('POST', '/agents/search', { ...search, key })).headers.get('ratelimit-remaining');
    expect([await remaining(), await remaining()]).toEqual(['9', '8']);
    started.clock.time += jump;
    expect([await remaining(), await remaining()]).toEqual(['7', '6']);
  });

  it.each([-48 * hourMs, 48 * hourMs])('by %i ms keeps MCP sessions', async (jump) => {
    const started = await startTestServer({ overrides: { steady: { now: () => noon } } });
    running.push(started);
    const send = (method: string, params: object, session: Record<string, string> = {}) =>
      started.ask('POST', '/mcp', {
        body: { jsonrpc: '2.0', id: 1, method, params },
        headers: { accept: 'application/json, text/event-stream', ...session },
      });
    const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const session = (await send('initialize', client)).headers.get('mcp-session-id') ?? '';
    expect(session).not.toBe('');
    started.clock.time += jump;
    const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' };
    expect((await send('tools/list', {}, headers)).status).toBe(200);
    expect((await send('tools/list', {}, { ...headers, 'mcp-session-id': `${session}x` })).status).toBe(404);
  });

  it('by two days forward still replays keyed writes', async () => {
    const started = await startTestServer({ overrides: { steady: { now: () => noon } } });
    running.push(started);
    const send = () => started.ask('POST', '/agents', { body: pierWeather, headers: { 'idempotency-key': 'once' } });
    const first = await send();
    started.clock.time += 48 * hourMs;
    const again = await send();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it.each([-2 * hourMs, 2 * hourMs])('by %i ms reports a call that runs as running, not as a gap', async (jump) => {
    let answer: (() => void) | undefined;
    const left = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const upstream: Upstream = {
      async send(request) {
        request.onDeparture?.();
        await left;
        throw new Error('closed');
      },
      async close() {},
    };
    const overrides = { steady: { now: () => noon }, upstream };
    const started = await startTestServer({ flags: { 'auth.mode': 'optional' }, overrides });
    running.push(started);
    const key = await started.keyFor('olga', 'registry:write', 'agents:invoke', 'admin');
    await started.ask('POST', '/agents', { key, body: { ...pierWeather, impact: 'reversible' } });
    const call = started.ask('POST', '/agents/pier-weather/invoke', { key, body: { pier: 'north' } });
    await vi.waitFor(async () => expect(await started.store.intents.list(9)).toHaveLength(1));
    started.clock.time += jump;
    const verdict = await started.ask('GET', '/audit/verification', { key });
    expect(await verdict.json()).toMatchObject({ ok: true, running: 1, gaps: [] });
    answer?.();
    await call;
  });
});
