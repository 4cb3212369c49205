/** The usage routes of a whole server: counted calls, access, bad input. */
import type { JsonObject } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

let server: TestServer;
afterEach(() => server.server.close());

describe('the usage of services', () => {
  it('is shown to the owner and administrators, and survives a restart', async () => {
    const upstream = {
      send: async ({ url }: { url: string }) => ({
        status: 200,
        headers: {},
        mediaType: 'application/json',
        body: new Blob(['{"wind":3}']).stream(),
        attempts: 1,
        origin: new URL(url).origin,
      }),
      close: async () => {},
    };
    const first = await startTestServer({ flags: { 'auth.mode': 'optional' }, overrides: { upstream } });
    server = first;
    const [ann, bob, root] = [
      await server.keyFor('ann', 'registry:read', 'registry:write', 'agents:invoke'),
      await server.keyFor('bob', 'registry:read', 'agents:invoke'),
      await server.keyFor('root', 'admin'),
    ];
    await server.ask('POST', '/agents', { key: ann, body: pierWeather });
    const call = (key: string, body: object) => server.ask('POST', '/agents/pier-weather/invoke', { key, body });
    expect((await call(bob, { pier: 'north' })).status).toBe(200);
    expect((await call(bob, { pier: 7 })).status).toBe(400);
    const { store } = first;
    await first.server.close();
    server = await startTestServer({ flags: { 'auth.mode': 'optional' }, store, overrides: { upstream } });
    const read = (key: string | undefined, query = '') =>
      server.ask('GET', `/agents/pier-weather/usage${query}`, { key });
    const usage = (await (await read(ann)).json()) as JsonObject;
    expect(usage).toMatchObject({
      service: 'pier-weather',
      step: 'minute',
      total: { calls: 2, errors: 0, refused: 1 },
    });
    expect(usage.points).toMatchObject([{ at: '2026-03-01T00:00:00.000Z', calls: 2, p95_ms: expect.any(Number) }]);
    expect((await (await read(root, '?step=hour&hours=744&fields=total')).json()) as JsonObject).toEqual({
      total: usage.total,
    });
    expect((await read(bob)).status).toBe(403);
    expect((await read(undefined)).status).toBe(401);
    expect((await server.ask('GET', '/agents/none/usage', { key: ann })).status).toBe(404);
    for (const query of ['?step=day', '?hours=25', '?step=hour&hours=745', '?hours=0', '?hours=x', '?fields=secret']) {
      expect((await read(ann, query)).status, query).toBe(400);
    }
    const compare = async (key: string) =>
      ((await (await server.ask('GET', '/usage', { key })).json()) as { services: JsonObject[] }).services;
    expect(await compare(ann)).toEqual([{ service: 'pier-weather', calls: 2, errors: 0, refused: 1, limited: 0 }]);
    expect(await compare(root)).toHaveLength(1);
    expect(await compare(bob)).toEqual([]);
  });
});
