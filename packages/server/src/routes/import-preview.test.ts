import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { start } from '../tools.support.js';

const path = (id: string, tag: string, method = 'get') => ({
  [method]: { operationId: id, summary: `${id} it.`, tags: [tag], responses: { '200': { description: 'Good.' } } },
});

const shop: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0', description: 'Sells things. And more.' },
  servers: [{ url: 'https://shop.example/v1' }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  security: [{ key: [] }],
  paths: {
    '/orders': path('list_orders', 'orders'),
    '/orders/{id}': path('drop_order', 'orders', 'delete'),
    '/parcels': path('list_parcels', 'parcels'),
  },
};

interface Report {
  dry_run?: boolean;
  results: {
    changes?: string[];
    outcome: string;
    id: string;
    operations: number;
    error?: { code: string; field_errors?: JsonObject[] };
    findings: JsonObject[];
    preview: JsonObject & { operations: { name: string; tokens: number }[]; tokens: number };
  }[];
}

async function importing() {
  const server = await start();
  const send = async (items: unknown, dryRun: boolean, more = {}) => {
    const headers = dryRun ? { 'x-dry-run': 'true' } : {};
    const answer = await server.ask('POST', '/imports', { body: { items }, headers, ...more });
    return { status: answer.status, report: (await answer.json()) as Report };
  };
  return { ...server, send };
}

describe('POST /imports as a dry run', () => {
  it('returns what would be stored with all findings, and stores nothing', async () => {
    const { send, ask } = await importing();
    const { report } = await send([{ document: shop }], true);
    const [result] = report.results;
    expect(report.dry_run).toBe(true);
    expect(result?.changes).toEqual([`Creates ${result?.id} with 3 operations.`]);
    expect(result).toMatchObject({
      outcome: 'created',
      operations: 3,
      preview: {
        protocol: 'openapi',
        name: 'Shop',
        description: 'Sells things.',
        servers: ['https://shop.example'],
        credential: { type: 'api_key' },
        operations: [
          {
            name: 'list_orders',
            tags: ['orders'],
            impact: 'informational',
            derived: expect.arrayContaining(['impact']),
          },
          { name: 'drop_order', impact: 'irreversible' },
          { name: 'list_parcels', tags: ['parcels'] },
        ],
      },
    });
    const sum = result?.preview.operations.reduce((total, { tokens }) => total + tokens, 0);
    expect(result?.preview.tokens).toBe(sum);
    expect(Array.isArray(result?.findings)).toBe(true);
    expect((await ask('GET', `/agents/${result?.id}`)).status).toBe(404);
    expect((await send([{ document: shop }], false)).report.results[0]?.outcome).toBe('created');
    expect((await send([{ document: shop }], true)).report.results[0]?.outcome).toBe('unchanged');
  });

  it('imports the chosen operations, and says when the choice is another one', async () => {
    const { send, read } = await importing();
    const curation = { id: 'shop', operations: ['list_orders', 'list_parcels'] };
    expect((await send([{ document: shop, curation }], false)).report.results[0]).toMatchObject({ operations: 2 });
    const { operations } = await read<{ operations: { name: string }[] }>('/agents/shop');
    expect(operations.map(({ name }) => name)).toEqual(['list_orders', 'list_parcels']);
    const fewer = { id: 'shop', operations: ['list_orders'] };
    const [foreseen] = (await send([{ document: shop, curation: fewer }], true)).report.results;
    expect([foreseen?.outcome, foreseen?.changes]).toEqual(['updated', ['Removes 1 operation: list_parcels.']]);
    expect((await send([{ document: shop, curation: fewer }], false)).report.results[0]?.outcome).toBe('updated');
    const [same] = (await send([{ document: shop, curation: fewer }], true)).report.results;
    expect([same?.outcome, same?.changes]).toEqual(['unchanged', []]);
    const wrong = await send([{ document: shop, curation: { operations: ['list_order'] } }], true);
    expect(wrong.report.results[0]?.error).toMatchObject({
      code: 'INVALID_INPUT',
      field_errors: [{ code: 'curation/operation-unknown', detail: expect.stringContaining('list_orders') }],
    });
    for (const operations of [[], 'list_orders', [7], ['x'.repeat(201)]]) {
      expect((await send([{ document: shop, curation: { operations } }], true)).status).toBe(400);
    }
  });

  it('reads descriptions as text in JSON and YAML, and rejects other text', async () => {
    const { send } = await importing();
    const yaml =
      'openapi: 3.1.0\ninfo: {title: Y, version: "1"}\nservers: [{url: https://y.example}]\npaths:\n  /a:\n    get: {operationId: a, responses: {"200": {description: ok}}}\n';
    const { report } = await send(
      [{ text: JSON.stringify(shop) }, { text: yaml }, { text: 'hello' }, { text: '{' }],
      true,
    );
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'failed', 'failed']);
    expect((await send([{ text: 7 }], true)).status).toBe(400);
    expect((await send([{ text: 'a', url: 'https://x.example' }], true)).status).toBe(400);
  });

  it('is refused without the right to register, and with an unknown value of the header', async () => {
    const { send, keyFor } = await importing();
    const key = await keyFor('bob', 'registry:read');
    expect((await send([{ document: shop }], true, { key })).status).toBe(403);
    expect((await send([{ document: shop }], false, { headers: { 'x-dry-run': 'maybe' } })).status).toBe(400);
  });
});
