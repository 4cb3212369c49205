/** The routes about the server itself: its state by part, limits, and the settings in force. */
import { createMemoryStore } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { startTestServer } from './server.support.js';

let server: TestServer;
afterEach(() => server.server.close());

describe('the server for administrators', () => {
  it('shows its state by part and who uses most, and to nobody else', async () => {
    server = await startTestServer({ flags: { 'auth.mode': 'optional', 'limits.perMinute.read': 10 } });
    const [root, ann] = [await server.keyFor('root', 'admin'), await server.keyFor('ann', 'registry:read')];
    for (const path of ['/status', '/settings']) {
      expect((await server.ask('GET', path, { key: ann })).status, path).toBe(403);
      expect((await server.ask('GET', path)).status, path).toBe(401);
    }
    for (let n = 0; n < 9; n += 1) await server.ask('GET', '/agents', { key: ann });
    const stream = await server.ask('GET', '/events', { key: root });
    const status = (await (await server.ask('GET', '/status', { key: root })).json()) as JsonObject;
    expect(status).toMatchObject({ state: 'ready', started_at: '2026-03-01T00:00:00.000Z' });
    const parts = status.parts as JsonObject[];
    expect(parts.map(({ part, state }) => `${part} ${state}`)).toEqual(
      expect.arrayContaining(['store ready', 'index ready', 'vectors ready', 'nodes ready', 'workers ready']),
    );
    const shares = status.shares as JsonObject[];
    expect(shares.find(({ resource }) => resource === 'streams')).toMatchObject({
      in_use: 1,
      callers: 1,
      top: [{ caller: 'caller:root', held: 1 }],
      worker: process.pid,
    });
    const rates = status.rates as { caller: string; used_percent: number }[];
    expect(rates[0]).toMatchObject({ caller: 'caller:ann', budget: 'read' });
    expect(rates[0]?.used_percent).toBeGreaterThan(80);
    await stream.body?.cancel();
  });

  it('says which part has failed, and why', async () => {
    const store = createMemoryStore();
    store.ping = () => Promise.reject(new Failure('UNAVAILABLE', { message: 'The disk is full.' }));
    server = await startTestServer({ store });
    const status = (await (await server.ask('GET', '/status?fields=state,parts')).json()) as JsonObject;
    expect(Object.keys(status)).toEqual(['state', 'parts']);
    expect(status.state).toBe('failed');
    expect(status.parts).toContainEqual(expect.objectContaining({ part: 'store', detail: 'The disk is full.' }));
    expect((await server.ask('GET', '/status?fields=secret')).status).toBe(400);
  });

  it('lists every setting with its origin and no secret', async () => {
    server = await startTestServer({
      flags: {
        'search.remote.key': 'hunter2-key',
        'limits.streams': 99,
      },
    });
    const { settings } = (await (await server.ask('GET', '/settings')).json()) as { settings: JsonObject[] };
    const of = (name: string) => settings.find(({ key }) => key === name);
    expect(of('server.port')).toMatchObject({ value: 4780, origin: 'default', environment: 'DRAGOMAN_PORT' });
    expect(of('limits.streams')?.origin).not.toBe('default');
    expect(JSON.stringify(settings)).not.toMatch(/hunter2|0{64}/);
    expect(Object.keys(of('server.port') ?? {})).not.toContain('description');
    const picked = (await (await server.ask('GET', '/settings?fields=key,description')).json()) as {
      settings: JsonObject[];
    };
    expect(Object.keys(picked.settings[0] ?? {}).sort()).toEqual(['description', 'key']);
  });

  it('lists the last errors and the latest lines of the log, which a reader can follow', async () => {
    const store = createMemoryStore();
    server = await startTestServer({ store, flags: { 'auth.mode': 'optional' } });
    const root = await server.keyFor('root', 'admin');
    await store.audit.append({
      at: '2026-03-01T00:00:00.000Z',
      actor: 'ann',
      action: 'call',
      target: 'pier-weather',
      outcome: 'failed',
      code: 'UPSTREAM_TIMEOUT',
      traceId: 'a'.repeat(32),
    });
    await server.ask('GET', '/agents', { key: root });
    const read = async (path: string) => (await (await server.ask('GET', path, { key: root })).json()) as JsonObject;
    const status = await read('/status');
    expect(status.errors).toEqual([
      expect.objectContaining({ kind: 'call', detail: 'pier-weather: UPSTREAM_TIMEOUT (caller ann)' }),
    ]);
    expect((status.parts as JsonObject[]).find(({ part }) => part === 'sources')).toMatchObject({ count: 0 });
    const first = await read('/logs?caller=root&text=%2Fagents');
    expect(first.lines).toMatchObject([
      { worker: process.pid, level: 'info', message: 'request', fields: { path: '/agents' } },
    ]);
    await server.ask('GET', '/agents?top=1', { key: root });
    const next = await read(`/logs?after=${String(first.next_after)}&text=top`);
    expect(next.lines).toHaveLength(0);
    expect((await read(`/logs?after=${String(first.next_after)}`)).lines).not.toHaveLength(0);
    expect((await server.ask('GET', '/logs')).status).toBe(401);
    const bad = await server.ask('GET', '/logs?level=loud&after=x&since=now&limit=9999', { key: root });
    expect(bad.status).toBe(400);
    expect(await bad.text()).toMatch(/level.*after|after.*level/s);
  });
});
