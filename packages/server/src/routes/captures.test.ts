/** Payload capture over HTTP: who may switch it, what is kept, and that it goes away. */
import type { JsonObject } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import { pierWeather, startTestServer } from '../server.support.js';

const trace = 'b'.repeat(32);
const started: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

async function start(flags: JsonObject = {}) {
  const encoder = new TextEncoder();
  const upstream = {
    send: async () => ({
      status: 200,
      headers: {},
      mediaType: 'application/json',
      body: new ReadableStream<Uint8Array>(),
      bytes: () => encoder.encode('{"knots":14,"token":"abcdef123456"}'),
      attempts: 1,
      origin: 'https://pierweather.example',
    }),
    close: async () => {},
  };
  const server = await startTestServer({ flags: { 'auth.mode': 'optional', ...flags }, overrides: { upstream } });
  started.push(server.server);
  const [owner, guest, root] = [
    await server.keyFor('ann', 'registry:read', 'registry:write', 'agents:invoke'),
    await server.keyFor('bob', 'registry:read', 'registry:write', 'agents:invoke'),
    await server.keyFor('root', 'admin'),
  ];
  await server.ask('POST', '/agents', { key: owner, body: pierWeather });
  const capture = (method: string, key: string | undefined, body?: JsonObject) =>
    server.ask(method, '/agents/pier-weather/capture', { key, ...(body === undefined ? {} : { body }) });
  const call = (key: string) =>
    server.ask('POST', '/agents/pier-weather/invoke', {
      key,
      body: { pier: 'North' },
      headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
  const list = async (key: string) => (await server.ask('GET', '/agents/pier-weather/captures', { key })).json();
  return { ...server, owner, guest, root, capture, call, list };
}

describe('payload capture', () => {
  it('is switched by the owner and administrators, seen by callers, and audited', async () => {
    const { capture, owner, guest, root, ask } = await start();
    expect(await (await capture('GET', guest)).json()).toMatchObject({ on: false, may_change: false, max_minutes: 60 });
    expect((await capture('PUT', guest, { minutes: 5 })).status).toBe(403);
    expect((await ask('GET', '/agents/pier-weather/captures', { key: guest })).status).toBe(403);
    expect((await capture('DELETE', guest)).status).toBe(403);
    expect((await capture('PUT', undefined, {})).status).toBe(401);
    expect(await (await capture('PUT', owner, { minutes: 5 })).json()).toMatchObject({
      on: true,
      by: 'ann',
      calls: 0,
      may_change: true,
    });
    const seen = (await (await capture('GET', guest)).json()) as JsonObject;
    expect(seen).toMatchObject({ on: true, until: expect.any(String) });
    expect(seen).not.toHaveProperty('by');
    expect((await capture('PUT', root, {})).status).toBe(200);
    expect((await capture('DELETE', root)).status).toBe(204);
    expect((await capture('DELETE', root)).status).toBe(204);
    const { records } = (await (await ask('GET', '/audit?limit=50', { key: root })).json()) as {
      records: JsonObject[];
    };
    const done = records.filter(({ action, outcome }) => String(action).startsWith('capture.') && outcome === 'done');
    expect(done.map(({ action, actor }) => [action, actor])).toEqual([
      ['capture.start', 'ann'],
      ['capture.start', 'root'],
      ['capture.stop', 'root'],
    ]);
  });

  it('keeps input and output without secrets, also in the trace of the call, until it is switched off', async () => {
    const { capture, call, list, owner, guest, root, ask } = await start();
    await capture('PUT', owner, {});
    expect((await call(guest)).status).toBe(200);
    await expect.poll(async () => ((await list(owner)) as { count: number }).count).toBe(1);
    expect(await list(owner)).toMatchObject({
      items: [
        {
          caller: 'bob',
          trace_id: trace,
          status: 200,
          input: { value: { pier: 'North' } },
          output: { value: { knots: 14, token: '[secret withheld]' } },
        },
      ],
    });
    const read = async (key: string) =>
      (await (await ask('GET', `/traces/${trace}`, { key })).json()) as { steps: JsonObject[] };
    for (const key of [guest, root]) {
      expect((await read(key)).steps[0]).toMatchObject({ payload: { output: { value: { knots: 14 } } } });
    }
    await capture('DELETE', owner);
    expect(await list(owner)).toMatchObject({ items: [], count: 0 });
    expect((await read(guest)).steps[0]).not.toHaveProperty('payload');
  });

  it('rejects wrong times, rehearses both switches, and is off where the operator does not allow it', async () => {
    const { capture, owner, ask } = await start({ 'gateway.captureMinutes': 30 });
    for (const minutes of [0, 31, 1.5, 'ten']) expect((await capture('PUT', owner, { minutes })).status).toBe(400);
    expect((await capture('PUT', owner, { minute: 5 })).status).toBe(400);
    const dry = (method: string, body?: JsonObject) =>
      ask(method, '/agents/pier-weather/capture?dry_run=true', { key: owner, ...(body === undefined ? {} : { body }) });
    expect(await (await dry('PUT', { minutes: 5 })).json()).toMatchObject({ dry_run: true, would_change: true });
    expect(await (await dry('DELETE')).json()).toMatchObject({ would_change: false, outcome: 'unchanged' });
    expect(await (await capture('GET', owner)).json()).toMatchObject({ on: false, max_minutes: 30 });
    const without = await start({ 'gateway.captureMinutes': 0 });
    expect(await (await without.capture('GET', without.owner)).json()).toMatchObject({ on: false, may_change: false });
    expect((await without.capture('PUT', without.owner, {})).status).toBe(403);
    expect((await without.capture('DELETE', without.owner)).status).toBe(204);
    expect(await without.list(without.owner)).toMatchObject({ items: [] });
  });
});
