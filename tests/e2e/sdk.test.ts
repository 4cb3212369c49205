/** The client library against the real server, in-process: every method of the client. */
import { createMemoryStore } from '@dragoman/core/engine';
import type { Client, Fetch } from '@dragoman/sdk';
import { createClient, isDragomanError } from '@dragoman/sdk';
import type { DragomanServer } from '@dragoman/server';
import { createServer, loadConfig } from '@dragoman/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const freightDesk = {
  id: 'freight-desk',
  name: 'Northquay Freight Desk',
  description: 'Quotes container rates and reports where a booked container is.',
  version: '2.3.0',
  publisher: 'Northquay Forwarding',
  capabilities: ['freight_quote', 'shipment_tracking'],
  tags: ['logistics', 'sea'],
  endpoint: 'https://agents.northquay.example/desk',
  supported_languages: ['en', 'pl', 'de'],
  inputs: { type: 'object', properties: { booking: { type: 'string' } } },
  outputs: { type: 'object' },
};
const pierWeather = {
  id: 'pier-weather-001',
  name: 'Pier Weather',
  description: 'Wind and wave forecast for a harbour pier.',
  capabilities: ['weather_forecast'],
  tags: ['Weather', 'Sea'],
  endpoint: 'https://pierweather.example/forecast',
  authentication: { type: 'api_key' },
  inputs: { type: 'object' },
  outputs: { type: 'object' },
};

interface Sent {
  method: string;
  path: string;
  body: string | undefined;
}

let server: DragomanServer;
let client: Client;
let sent: Sent[];

function fetchOf(target: DragomanServer): Fetch {
  return (input, init) => {
    const { pathname, search } = new URL(input);
    const body = typeof init.body === 'string' ? init.body : undefined;
    sent.push({ method: init.method ?? 'GET', path: pathname + search, body });
    return target.fetch(new Request(input, init));
  };
}

const baseUrl = 'http://127.0.0.1:4780';

beforeEach(async () => {
  sent = [];
  const config = loadConfig({ cwd: '/', environment: {}, flags: { 'log-level': 'silent' }, readFile: absent });
  server = await createServer(config, { store: createMemoryStore() });
  client = createClient({ baseUrl, fetch: fetchOf(server), allowInsecure: true });
});
afterEach(() => server.close());

function absent(): never {
  throw Object.assign(new Error('none'), { code: 'ENOENT' });
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return isDragomanError(error) ? error.code : `no DragomanError: ${String(error)}`;
}

describe('the client library and the server', () => {
  it('registers, reads, replaces, removes and restores an agent, with its versions', async () => {
    const { id: _, ...nameless } = freightDesk;
    const assigned = await client.agents.register(nameless);
    expect(assigned).toMatchObject({ created: true, agent: { name: freightDesk.name } });
    expect(assigned.agent.id).toBeTruthy();

    const first = await client.agents.register({ ...freightDesk, x_price: { eur: 0.02 } });
    expect(first).toMatchObject({ created: true, agent: { id: 'freight-desk', x_price: { eur: 0.02 } } });
    expect(await codeOf(client.agents.register(freightDesk, { createOnly: true }))).toBe('PRECONDITION_FAILED');

    const reading = await client.agents.read('freight-desk');
    if (reading.outcome !== 'read') throw new Error('not read');
    expect(await client.agents.read('freight-desk', { etag: reading.etag ?? '' })).toMatchObject({
      outcome: 'unchanged',
    });

    const changed = await client.agents.replace(
      'freight-desk',
      { ...freightDesk, version: '2.4.0' },
      { ifMatch: reading.etag ?? '' },
    );
    expect(changed.agent.version).toBe('2.4.0');
    expect(await codeOf(client.agents.replace('freight-desk', freightDesk, { ifMatch: reading.etag ?? '' }))).toBe(
      'PRECONDITION_FAILED',
    );
    expect(await client.agents.read('freight-desk', { etag: reading.etag ?? '' })).toMatchObject({ outcome: 'read' });

    await client.agents.remove('freight-desk');
    expect(await codeOf(client.agents.read('freight-desk'))).toBe('NOT_FOUND');
    expect((await client.agents.restore('freight-desk')).agent.version).toBe('2.4.0');
    const versions = await all(client.agents.versions('freight-desk'));
    expect(versions.map(({ action }) => action)).toEqual([
      'entry.restore',
      'entry.delete',
      'entry.update',
      'entry.create',
    ]);
    expect((await client.agents.readVersion('freight-desk', 1)).agent.version).toBe('2.3.0');
  });

  it('names every invalid field of a rejected document', async () => {
    const wrong = { name: 'X', description: 'x', capabilities: 'one' as unknown as string[], endpoint: 'ftp://x' };
    const error = await client.agents.register(wrong).catch((thrown: unknown) => thrown);
    if (!isDragomanError(error)) throw error;
    expect(error).toMatchObject({ code: 'INVALID_INPUT', status: 400, retryable: false });
    expect(error.fieldErrors.map(({ field }) => field)).toEqual(expect.arrayContaining(['capabilities', 'endpoint']));
    expect(error.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('[AIDIP-SRQ-19] uses GET for at most one value per attribute and no text, else POST; both find the same agents', async () => {
    await client.imports.create([{ document: [freightDesk, pierWeather] }]);
    sent.length = 0;
    const simple = await client.agents.search({ tags: ['sea'], languages: ['pl'], top: 10 });
    const complex = await client.agents.search({ tags: ['sea', 'SEA'], languages: ['pl'], top: 10 });
    await client.agents.search({ query: 'harbour' });
    await client.agents.search({ tags: ['a,b'] });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /agents?tags=sea&language=pl&top=10',
      'POST /agents/search',
      'POST /agents/search',
      'POST /agents/search',
    ]);
    expect(simple.hits.map(({ id }) => id)).toEqual(['freight-desk', 'pier-weather-001']);
    expect(complex.hits).toEqual(simple.hits);
    expect(complex.count).toBe(simple.count);
  });

  it('[AIDIP-SRS-12] reads the complete metadata of every hit by its id', async () => {
    await client.imports.create([{ document: [freightDesk, { ...pierWeather, visibility: 'private' as const }] }]);
    const { hits } = await client.agents.search({ query: 'harbour wind or container rates' });
    expect(hits).toHaveLength(2);
    for (const { id, name } of hits) {
      const reading = await client.agents.read(id);
      expect(reading).toMatchObject({ outcome: 'read', agent: { id, name, inputs: { type: 'object' } } });
    }
  });

  it('[AIDIP-LIST-06] the older list is an object with the array and a count, and the client reads either form alike', async () => {
    await client.imports.create([{ document: [freightDesk, pierWeather] }]);
    const raw = await server.fetch(new Request(`${baseUrl}/agents/public`));
    expect(await raw.json()).toMatchObject({ agents: [{ id: 'freight-desk' }, { id: 'pier-weather-001' }], count: 2 });
    const array: unknown = await (await server.fetch(new Request(`${baseUrl}/agents`))).json();
    expect(Array.isArray(array)).toBe(true);
    expect(await all(client.agents.list({ publicOnly: true }))).toEqual(await all(client.agents.list()));
  });

  it('reads all pages of lists and searches', async () => {
    const documents = Array.from({ length: 25 }, (_, index) => ({
      ...pierWeather,
      id: `pier-${String(index).padStart(2, '0')}`,
      name: `Pier ${String(index).padStart(2, '0')}`,
    }));
    await client.imports.create([{ document: documents }]);
    const ids = documents.map(({ id }) => id);
    expect((await all(client.agents.list({ pageSize: 10 }))).map(({ id }) => id)).toEqual(ids);
    const filtered = client.agents.list({ pageSize: 10, tags: ['sea', 'weather'] });
    expect((await all(filtered)).map(({ id }) => id)).toEqual(ids);
    expect((await all(client.agents.list({ pageSize: 10, publicOnly: true }))).map(({ id }) => id)).toEqual(ids);
    expect(sent.filter(({ path }) => path.includes('cursor='))).toHaveLength(6);
  });

  it('[AIDIP-COMPAT-02] works unchanged on a registry with and without resolution, and never asks for it', async () => {
    const resolving: Fetch = async (input, init) => {
      if (new URL(input).pathname === '/agents/resolve') return Response.json({ candidates: [] });
      return fetchOf(server)(input, init);
    };
    const session = async (each: Client) => {
      sent.length = 0;
      const registered = await each.agents.register(freightDesk);
      const found = await each.agents.search({ query: 'container rates', top: 1, skip: 0, includeMetadata: true });
      const filtered = await each.agents.search({ capabilities: ['freight_quote'] });
      const read = await each.agents.read('freight-desk');
      const missing = await codeOf(each.agents.read('no-such-agent'));
      const { searchTime: _, ...result } = found;
      return { requests: [...sent], answers: { agent: registered.agent, result, filtered, read, missing } };
    };
    await client.agents.register(freightDesk);
    const without = await session(client);
    const withResolution = await session(createClient({ baseUrl, fetch: resolving, allowInsecure: true }));
    expect(withResolution).toEqual(without);
    expect(without.answers.missing).toBe('NOT_FOUND');
    expect(without.answers.result.hits.map(({ id }) => id)).toEqual(['freight-desk']);
    expect(without.requests.some(({ path }) => path.includes('resolve'))).toBe(false);
  });

  it('imports with one result per item', async () => {
    const report = await client.imports.create([
      { document: freightDesk },
      { document: { ...pierWeather, endpoint: 'ftp://x' } },
    ]);
    expect(report.results).toMatchObject([
      { index: 0, status: 201, id: 'freight-desk', outcome: 'created' },
      { index: 1, status: 400, outcome: 'failed', error: { code: 'INVALID_INPUT' } },
    ]);
    expect(report.summary).toMatchObject({ created: 1, failed: 1 });
  });

  it('manages sources and keys, and reads the audit log', async () => {
    const { sources, created } = await client.sources.create(['https://pierweather.example/card.json'], {
      intervalSeconds: 7_200,
    });
    expect(created).toBe(1);
    expect(await all(client.sources.list())).toEqual(sources);
    await client.sources.remove(sources[0]?.id ?? '');
    expect(await all(client.sources.list())).toEqual([]);

    const { key: apiKey, ...issued } = await client.keys.create({ name: 'me', scopes: ['admin'] });
    const admin = createClient({ baseUrl, fetch: fetchOf(server), allowInsecure: true, credential: { apiKey } });
    expect(await admin.keys.list()).toMatchObject([{ id: issued.id, usable: true, scopes: ['admin'] }]);
    const rotated = await admin.keys.rotate(issued.id, { overlapSeconds: 60 });
    const next = createClient({
      baseUrl,
      fetch: fetchOf(server),
      allowInsecure: true,
      credential: { apiKey: rotated.key },
    });
    expect(await next.keys.revoke(issued.id)).toMatchObject({ usable: false });
    expect(await codeOf(admin.keys.list())).toBe('INVALID_CREDENTIAL');

    const records = await all(next.audit.list({ action: 'source.create' }));
    expect(records).toMatchObject([{ action: 'source.create', target: sources[0]?.id, outcome: 'done' }]);
    expect(await next.audit.verify()).toMatchObject({ ok: true, breaks: [] });
  });

  it('checks whether the registry is ready', async () => {
    expect(await client.ready()).toMatchObject({ ready: true });
  });
});
