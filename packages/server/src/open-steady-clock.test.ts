import { createMemoryStore } from '@dragoman/core/engine';
import { systemClock } from '@dragoman/core/http';
import { afterEach, describe, expect, it } from 'vitest';
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
});
