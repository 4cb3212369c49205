/** The list of services with how they are doing: who sees what, pages, bad input. */
import type { JsonObject } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import { sourceId } from '../credentials/source-id.js';
import type { TestServer } from '../server.support.js';
import { pierWeather, startTestServer } from '../server.support.js';

let server: TestServer;
afterEach(() => server.server.close());

/** An upstream whose breaker is open for one origin. */
const upstream = {
  send: () => Promise.reject(new Error('nothing is called')),
  breaker: (origin: string) => (origin === 'https://weather.example' ? 'open' : 'closed') as 'open' | 'closed',
  close: async () => {},
};

async function open() {
  server = await startTestServer({ flags: { 'auth.mode': 'optional' }, overrides: { upstream } });
  const keys = {
    ann: await server.keyFor('ann', 'registry:read', 'registry:write'),
    bob: await server.keyFor('bob', 'registry:read', 'registry:write'),
    root: await server.keyFor('root', 'admin'),
  };
  const register = async (more: object = {}) => {
    const answer = await server.ask('POST', '/agents', { key: keys.ann, body: { ...pierWeather, ...more } });
    expect(answer.status).toBe(201);
  };
  const list = async (key: string, query = '') =>
    (await (await server.ask('GET', `/catalogue/services${query}`, { key })).json()) as {
      services: JsonObject[];
      count: number;
      next_cursor?: string;
    };
  return { ...server, ...keys, register, list };
}

describe('GET /catalogue/services', () => {
  it('shows protocol, operations, visibility, credential and findings to everyone who sees a service', async () => {
    const { bob, register, list } = await open();
    await register();
    await register({ id: 'vault', name: 'Vault', authentication: { type: 'api_key' } });
    await register({ id: 'hidden', name: 'Hidden', visibility: 'private' });
    const { services, count } = await list(bob);
    expect(count).toBe(2);
    expect(services[0]).toEqual({
      id: 'pier-weather',
      name: 'Pier weather',
      description: pierWeather.description,
      endpoint: pierWeather.endpoint,
      capabilities: ['weather'],
      protocol: 'aidip',
      operations: 1,
      status: 'active',
      visibility: 'public',
      credential: 'not_required',
      findings: expect.any(Number),
      held: false,
      read_at: '2026-03-01T00:00:00.000Z',
    });
    expect(services[1]).toMatchObject({ id: 'vault', authentication: 'api_key', credential: 'required' });
  });

  it('shows usage, breaker and source to the owner and to administrators only', async () => {
    const { ann, bob, root, register, list, store, ask } = await open();
    await register();
    const counts = { calls: 5, errors: 2, refused: 1, limited: 0, durations: Array.from({ length: 13 }, () => 0) };
    const point = { service: 'pier-weather', ...counts };
    await store.usage.add([
      { ...point, at: '2026-02-28T12:00:00.000Z' },
      { ...point, at: '2026-02-27T12:00:00.000Z' },
    ]);
    for (const key of [ann, root]) {
      expect((await list(key)).services).toMatchObject([
        { usage: { calls: 5, errors: 2, refused: 1, limited: 0 }, breaker: 'open', visibility: 'public' },
      ]);
    }
    const [seen = {}] = (await list(bob)).services;
    expect(Object.keys(seen)).not.toContain('usage');
    expect(Object.keys(seen)).not.toContain('breaker');
    expect(Object.keys(seen)).not.toContain('source');
    const withoutRead = await server.keyFor('writer', 'registry:write');
    expect((await ask('GET', '/catalogue/services', { key: withoutRead })).status).toBe(403);
    expect((await ask('GET', '/catalogue/services')).status).toBe(401);
  });

  it('names the source of a crawled service and its last check', async () => {
    const url = 'https://cards.example/a.json';
    server = await startTestServer({
      flags: { 'auth.mode': 'optional' },
      overrides: {
        upstream,
        host: {
          fetch: async (uri: string) => ({
            outcome: 'fetched',
            uri,
            bytes: new TextEncoder().encode(JSON.stringify(pierWeather)),
            mediaType: 'application/json',
          }),
        },
      },
    });
    const key = await server.keyFor('ann', 'registry:read', 'registry:write');
    await server.ask('POST', '/sources', { key, body: { urls: [url] } });
    const id = sourceId('ann', url);
    await server.ask('POST', `/sources/${id}/refresh`, { key });
    const { services } = (await (await server.ask('GET', '/catalogue/services', { key })).json()) as {
      services: JsonObject[];
    };
    expect(services).toMatchObject([
      { id: 'pier-weather', source: { url, id, checked_at: '2026-03-01T00:00:00.000Z', failures: 0, held: false } },
    ]);
  });

  it('knows whether calls have the credential that a service requires', async () => {
    const { ann, bob, register, list, ask } = await open();
    await register({ authentication: { type: 'api_key' } });
    const state = async (key: string) => (await list(key)).services.map(({ credential }) => credential);
    expect([await state(ann), await state(bob)]).toEqual([['missing'], ['required']]);
    const secret = { name: 'key', kind: 'api_key', secret: { value: 'x', in: 'header', name: 'X-Key' } };
    const add = (key: string, more: object) =>
      ask('POST', '/agents/pier-weather/credentials', { key, body: { ...secret, ...more } });
    expect((await add(ann, {})).status).toBe(201);
    expect([await state(ann), await state(bob)]).toEqual([['stored'], ['required']]);
    expect((await add(bob, { for: 'me' })).status).toBe(201);
    expect(await state(bob)).toEqual(['stored']);
  });

  it('returns the named services in their order, without those that the caller may not see', async () => {
    const { ann, bob, register, list } = await open();
    await register();
    await register({ id: 'b', name: 'B', status: 'inactive' });
    await register({ id: 'hidden', name: 'Hidden', visibility: 'private' });
    const query = '?agent=b&agent=hidden&agent=none&agent=pier-weather&agent=b';
    const ids = async (key: string, search: string) => (await list(key, search)).services.map(({ id }) => id);
    expect(await ids(bob, query)).toEqual(['b', 'pier-weather']);
    expect(await ids(ann, query)).toEqual(['b', 'hidden', 'pier-weather']);
    expect(await ids(bob, '')).toEqual(['pier-weather']);
    expect(await ids(bob, '?status=inactive,active')).toEqual(['b', 'pier-weather']);
  });

  it('finds services by a part of their name or id', async () => {
    const { bob, register, list } = await open();
    await register();
    await register({ id: 'quay-7', name: 'QUAY Éclair' });
    await register({ id: 'hidden-quay', name: 'Hidden quay', visibility: 'private' });
    const ids = async (name: string) =>
      (await list(bob, `?name=${encodeURIComponent(name)}`)).services.map(({ id }) => id);
    expect([await ids('eath'), await ids('quay'), await ids('y-7'), await ids('éCL')]).toEqual([
      ['pier-weather'],
      ['quay-7'],
      ['quay-7'],
      ['quay-7'],
    ]);
    expect(await ids('none')).toEqual([]);
  });

  it('reports every invalid parameter at once, and a cursor of another list', async () => {
    const { ann, register, list, ask } = await open();
    for (const id of ['a', 'b', 'c']) await register({ id, name: id });
    const many = Array.from({ length: 51 }, (_, n) => `agent=${n}`).join('&');
    const bad = await ask('GET', `/catalogue/services?top=0&status=gone&fields=secret&name=&${many}`, { key: ann });
    const { field_errors: errors } = (await bad.json()) as { field_errors: { field: string }[] };
    expect(bad.status).toBe(400);
    expect(errors.map(({ field }) => field).sort()).toEqual(['agent', 'fields', 'name', 'status', 'top']);
    const first = await list(ann, '?top=2');
    expect(first.services.map(({ id }) => id)).toEqual(['a', 'b']);
    const cursor = encodeURIComponent(first.next_cursor ?? '');
    expect((await list(ann, `?top=2&cursor=${cursor}`)).services.map(({ id }) => id)).toEqual(['c']);
    const other = await ask('GET', `/catalogue/services?status=active&cursor=${cursor}`, { key: ann });
    expect(other.status).toBe(400);
  });
});
