/** Imported tools: whole lists over many pages, and changes that a new version may not make. */
import type { DocumentHost } from '@dragoman/core/http';
import type { JsonObject, JsonValue, ToolSignature } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { startTestServer } from './server.support.js';

const open: TestServer[] = [];
afterEach(async () => {
  for (const { server } of open.splice(0)) await server.close();
});

const root = 'https://tools.northquay.example/v1';

const tool = (n: number, change: JsonObject = {}): JsonObject => ({
  toolId: `0479a45d-ad0a-49d4-94db-${String(n).padStart(12, '0')}`,
  name: `quote_rate_by_port_${n}`,
  description: 'Gives the price of one container to one port.',
  version: 1,
  currentVersion: 1,
  input_parameters: [{ id: 'port', name: 'Port', description: 'Port of discharge.' }],
  output_parameters: [{ id: 'price', name: 'Price', type: 'int', description: 'In cents.' }],
  ...change,
});

const second = { version: 2, currentVersion: 2 };

/** A server in front of which a root serves page after page. */
async function start(pageOf: (cursor: string | null) => JsonValue = () => ({ items: [] })) {
  const host: DocumentHost = {
    async fetch(uri) {
      const bytes = new TextEncoder().encode(JSON.stringify(pageOf(new URL(uri).searchParams.get('pageCursor'))));
      return { outcome: 'fetched', uri, bytes, mediaType: 'application/json' };
    },
  };
  const test = await startTestServer({ flags: { 'auth.mode': 'optional' }, overrides: { host } });
  open.push(test);
  const key = await test.keyFor('ada', 'registry:write', 'registry:read');
  const bring = async (item: JsonObject) => {
    const answer = await test.ask('POST', '/imports', { key, body: { items: [item] } });
    return ((await answer.json()) as { results: JsonObject[] }).results[0] ?? {};
  };
  const tools = async () => {
    const answer = await test.ask('GET', '/tools?pageLimit=100', { key });
    return ((await answer.json()) as { items: ToolSignature[] }).items;
  };
  return { bring, tools };
}

const upload = (...items: JsonObject[]): JsonObject => ({ document: { root, items } });

describe('an imported root', () => {
  it('is read to its last page', async () => {
    const { bring, tools } = await start((cursor) => {
      const n = Number(cursor ?? 0);
      return { items: [tool(n)], paging: { pageLimit: 1, next: n < 6 ? String(n + 1) : null } };
    });
    expect(await bring({ url: `${root}/tools` })).toMatchObject({ outcome: 'created', warnings: 0 });
    expect(await tools()).toHaveLength(7);
    expect(await bring({ url: `${root}/tools` })).toMatchObject({ outcome: 'unchanged' });
  });

  it('with a circular page chain is imported with a warning', async () => {
    const { bring, tools } = await start(() => ({ items: [tool(1)], paging: { pageLimit: 1, next: 'again' } }));
    const result = await bring({ url: `${root}/tools` });
    expect(result.outcome).toBe('created');
    expect(result.warnings).toBeGreaterThan(0);
    expect(await tools()).toHaveLength(1);
  });
});

describe('a provider that publishes again', () => {
  it('may add a version that only adds; the old one stays unchanged', async () => {
    const { bring, tools } = await start();
    expect(await bring(upload(tool(1)))).toMatchObject({ outcome: 'created' });
    const more = { id: 'size', name: 'Size', description: 'Of the box.', required: false };
    const grown = { ...second, input_parameters: [...(tool(1).input_parameters as JsonObject[]), more] };
    expect(await bring(upload(tool(1, grown)))).toMatchObject({ outcome: 'updated' });
    expect(await tools()).toMatchObject([{ version: 2, currentVersion: 2 }]);
  });

  it.each<[string, JsonObject]>([
    [
      "'Port' was renamed to 'Harbour'",
      { ...second, input_parameters: [{ id: 'port', name: 'Harbour', description: 'Port.' }] },
    ],
    ["'Price' was removed", { ...second, output_parameters: [{ id: 'x', name: 'X', description: 'X.' }] }],
    ['changed after it was published', { description: 'Another text.' }],
    [
      "required input 'Size' was added",
      {
        ...second,
        input_parameters: [
          ...(tool(1).input_parameters as JsonObject[]),
          { id: 'size', name: 'Size', description: 'Size.' },
        ],
      },
    ],
  ])('is rejected with the change named: %s', async (words, change) => {
    const { bring, tools } = await start();
    await bring(upload(tool(1)));
    const before = await tools();
    const refused = await bring(upload(tool(1, change)));
    expect(refused.outcome).toBe('failed');
    expect(JSON.stringify(refused)).toContain(words);
    expect(await tools()).toEqual(before);
  });

  it('is rejected for every problem of a signature', async () => {
    const { bring, tools } = await start();
    const refused = await bring(upload(tool(1, { version: 'v2', require: true })));
    expect(refused.outcome).toBe('failed');
    expect(JSON.stringify(refused)).toContain('/items/0/version');
    expect(await tools()).toEqual([]);
  });
});
