/** Tests the root client: URLs, pagination to the end, filters, unusual but readable servers. */
import type { ToolSignature } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { scriptedRegistry } from '../registry.support.js';
import { createToolRoot } from './tool-root.js';
import { createToolServer, refill, statusTool, weather, weather2 } from './tool-server.support.js';

const root = 'https://tools.example/v2';

async function collect(tools: AsyncIterable<ToolSignature>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, version } of tools) names.push(`${name}@${version}`);
  return names;
}

function many(count: number): ToolSignature[] {
  return Array.from({ length: count }, (_, at) => ({
    ...weather,
    toolId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    name: `tool_${at}`,
    tags: at % 2 === 0 ? ['even'] : [],
  }));
}

describe('addresses', () => {
  it('[NACT-GEN-03] requests {root}/tools, never appends it twice, and uses other URLs as given', async () => {
    for (const [entered, asked] of [
      ['https://api.weather.example', 'https://api.weather.example/tools'],
      ['https://api.weather.example/v3/', 'https://api.weather.example/v3/tools'],
      ['https://api.weather.example/v3/tools', 'https://api.weather.example/v3/tools'],
      ['https://api.weather.example/v3/tools/', 'https://api.weather.example/v3/tools'],
      ['https://api.weather.example/catalogue?kind=tools', 'https://api.weather.example/catalogue?kind=tools'],
    ] as const) {
      const { fetch, received } = scriptedRegistry({ body: { items: [], paging: { pageLimit: 10, next: null } } });
      await collect(createToolRoot({ label: 'w', root: entered, fetch }).list());
      expect(received.map(({ url }) => url.href)).toEqual([asked]);
    }
  });

  it('keeps the colon of :invoke, and rejects plain http', async () => {
    const { fetch, received } = scriptedRegistry({ body: { output_parameters: [] } });
    const client = createToolRoot({ label: 'w', root, fetch });
    const body = { name: weather.name, input_parameters: [] };
    await client.invoke({ toolId: weather.toolId, version: 3, body, idempotencyKey: 'k' });
    expect(received[0]?.url.pathname).toBe(`/v2/tools/${weather.toolId}/versions/3:invoke`);
    expect(received[0]?.body).toEqual(body);
    expect(() => createToolRoot({ label: 'w', root: 'http://tools.example' })).toThrow('https');
  });

  it('reports the status of a server that sends no message', async () => {
    const { fetch } = scriptedRegistry({ status: 501, body: {} });
    const listing = collect(createToolRoot({ label: 'w', root, fetch }).list());
    await expect(listing).rejects.toMatchObject({
      status: 501,
      fromAgent: true,
      message: expect.stringContaining('501'),
    });
  });
});

describe('pages', () => {
  it('[NACT-PAGE-08] [NACT-PAGE-09] follows next to the end, one item per page, whatever the cursor', async () => {
    const server = createToolServer({ tools: many(7), pageSize: 1 });
    const names = await collect(createToolRoot({ label: 'w', root: server.root, fetch: server.fetch }).list());
    expect(names).toEqual(many(7).map(({ name }) => `${name}@1`));
    expect(server.arrived).toHaveLength(7);
    const pages = [
      { items: [weather], paging: { next: 2 } },
      { items: [refill], paging: { next: '' } },
    ];
    const numbered = scriptedRegistry(...pages.map((body) => ({ body })));
    expect(await collect(createToolRoot({ label: 'w', root, fetch: numbered.fetch }).list())).toHaveLength(2);
    expect(numbered.received[1]?.url.search).toBe('?pageCursor=2');
    const circle = scriptedRegistry({ body: { items: [weather], paging: { next: 'again' } } });
    await expect(collect(createToolRoot({ label: 'w', root, fetch: circle.fetch }).list())).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    });
    expect(circle.received).toHaveLength(2);
  });

  it('percent-encodes a cursor, and extracts it from a whole URL', async () => {
    const { fetch, received } = scriptedRegistry(
      { body: { items: [], paging: { next: 'b3Jk+/8=' } } },
      { body: { items: [], paging: { next: 'https://tools.example/v2/tools?pageCursor=x%2By' } } },
      { body: { items: [weather] } },
    );
    expect(await collect(createToolRoot({ label: 'w', root, fetch }).list())).toHaveLength(1);
    expect(received.map(({ url }) => url.search)).toEqual(['', '?pageCursor=b3Jk%2B%2F8%3D', '?pageCursor=x%2By']);
  });

  it('stops at a server that pages forever', async () => {
    let page = 0;
    const fetch = async () => {
      page += 1;
      return Response.json({ items: [], paging: { next: `c${page}` } });
    };
    await expect(collect(createToolRoot({ label: 'w', root, fetch }).list())).rejects.toThrow('10000 pages');
  });

  it('accepts a bare array as a single page, and rejects anything that is not a page', async () => {
    const bare = scriptedRegistry({ body: [weather] });
    expect(await collect(createToolRoot({ label: 'w', root, fetch: bare.fetch }).list())).toEqual([
      `${weather.name}@1`,
    ]);
    for (const body of [{ tools: [weather] }, 'tools', null]) {
      const odd = scriptedRegistry({ body });
      await expect(collect(createToolRoot({ label: 'w', root, fetch: odd.fetch }).list())).rejects.toThrow('no items');
    }
  });

  it('omits an invalid signature and reports it', async () => {
    const faults: unknown[] = [];
    const broken = { ...refill, input_parameters: [{ id: 'a', name: 'A', description: 'A list.', type: 'list' }] };
    const { fetch } = scriptedRegistry({ body: { items: [broken, weather, 7] } });
    const client = createToolRoot({ label: 'w', root, fetch }, { onListFault: (fault) => faults.push(fault) });
    expect(await collect(client.list())).toEqual([`${weather.name}@1`]);
    expect(faults).toMatchObject([{ source: 'w', name: refill.name }, { source: 'w' }]);
  });
});

it('[NACT-FILT-05] sends the filter, and filters locally when the server ignores it', async () => {
  const server = createToolServer({ tools: many(5) });
  const client = createToolRoot({ label: 'w', root: server.root, fetch: server.fetch });
  expect(await collect(client.list({ tags: ['even'], version: 1 }))).toEqual(['tool_0@1', 'tool_2@1', 'tool_4@1']);
  expect(server.arrived[0]?.url.search).toBe('?tag=even&version=1');
  expect(await collect(client.list({ tags: ['odd'] }))).toEqual([]);
  expect(await collect(client.list({ version: 2 }))).toEqual([]);
  expect(await collect(client.list({ text: 'TOOL_3 weather' }))).toEqual(['tool_3@1']);
  expect(server.arrived.at(-1)?.url.search).toBe('?text=TOOL_3+weather');
});

it('reads one tool, one version, all versions; rejects a response for another tool', async () => {
  const server = createToolServer({ tools: [weather, weather2, statusTool('9a4b2f55-0c3d-4f6e-8b1a-3d5e7f901234')] });
  const client = createToolRoot({ label: 'w', root: server.root, fetch: server.fetch });
  expect((await client.read(weather.toolId)).version).toBe(2);
  expect(await client.readVersion(weather.toolId, 1)).toMatchObject({ version: 1, currentVersion: 2 });
  expect(await collect(client.versions(weather.toolId))).toEqual([`${weather.name}@2`, `${weather.name}@1`]);
  const other = scriptedRegistry({ body: refill }, { body: { ...weather, version: 2, currentVersion: 2 } });
  const wrong = createToolRoot({ label: 'w', root, fetch: other.fetch });
  await expect(wrong.read(weather.toolId)).rejects.toThrow('another tool');
  await expect(wrong.readVersion(weather.toolId, 1)).rejects.toThrow('version 2');
});

it('reads both shapes of allowed-values', async () => {
  const values = refill.input_parameters[2]?.['allowed-values'] ?? [];
  const shaped = (list: unknown) => ({
    ...refill,
    version: '1',
    input_parameters: [{ id: 'd', name: 'Delivery', type: 'enum', description: 'How.', 'allowed-values': list }],
  });
  const { fetch } = scriptedRegistry(
    { body: shaped(values) },
    { body: shaped({ values }) },
    { body: shaped({ values, more: values }) },
    { body: shaped({}) },
  );
  const client = createToolRoot({ label: 'w', root, fetch });
  const plain = await client.read(refill.toolId);
  expect(await client.read(refill.toolId)).toEqual(plain);
  expect(plain.input_parameters[0]?.['allowed-values']).toEqual(values);
  await expect(client.read(refill.toolId)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  await expect(client.read(refill.toolId)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
});
