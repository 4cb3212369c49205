/** What models and programs get to see of unusual results, over every face: a real upstream, real clients. */
import type { JsonObject } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { HttpHost } from './http-host.js';
import { startHttpHost } from './http-host.js';
import { resultReaders } from './result-readers.js';

const faces = Object.keys(resultReaders);

const booking = {
  type: 'object',
  properties: { id: { type: 'integer' }, berth: { type: 'string' } },
  required: ['id', 'berth'],
};

/** The services: their only operation, and the answer of the upstream. */
const services: Readonly<Record<string, { operation: JsonObject; method: string; answer: () => Response }>> = {
  mismatch: {
    method: 'post',
    operation: { operationId: 'book_berth', responses: responding(booking) },
    answer: () => Response.json({ id: 'seven', berth: 'B7' }),
  },
  empty: {
    method: 'post',
    operation: { operationId: 'book_quietly', responses: responding(booking) },
    answer: () => new Response(null, { status: 200 }),
  },
  fine: {
    method: 'post',
    operation: { operationId: 'book_well', responses: responding(booking) },
    answer: () => Response.json({ id: 7, berth: 'B7' }),
  },
};

function responding(schema: JsonObject): JsonObject {
  return { '200': { description: 'Done.', content: { 'application/json': { schema } } } };
}

let host: HttpHost;
let gateway: GatewayServer;
const received: string[] = [];

beforeAll(async () => {
  host = await startHttpHost(async (url) => {
    const name = new URL(url).pathname.slice(1);
    received.push(name);
    return services[name]?.answer() ?? new Response(null, { status: 404 });
  });
  gateway = await startGatewayServer({ 'upstream.breaker.minCalls': 100_000 });
  for (const [name, { operation, method }] of Object.entries(services)) await register(name, method, operation);
});
afterAll(async () => {
  await gateway.server.close();
  await host.close();
});

async function register(name: string, method: string, operation: JsonObject): Promise<void> {
  const summary = `Works with ${name} berths of the harbour.`;
  const document = {
    openapi: '3.1.0',
    info: { title: `Berths ${name}`, version: '1.0.0' },
    servers: [{ url: host.origin }],
    paths: { [`/${name}`]: { [method]: { summary, ...operation } } },
  };
  const { json } = await gateway.ask('POST', '/imports', { items: [{ document, curation: { id: name } }] });
  expect([name, json.results]).toMatchObject([name, [{ outcome: 'created', id: name }]]);
  const listed = (await gateway.ask('GET', `/agents/${name}/tools`)).json.items as { toolId: string }[];
  const tools = [{ agent_id: name, tool: listed[0]?.toolId }];
  expect(await gateway.ask('POST', '/toolsets', { id: name, name, tools })).toMatchObject({ status: 201 });
}

const read = (face: string, id: string, asked = {}) => {
  const reader = resultReaders[face];
  if (reader === undefined) throw new Error(`no reader for ${face}`);
  return reader(gateway, id, asked);
};

describe.each(faces)('over %s', (face) => {
  it('a successful write whose output violates its schema is a success with a warning', async () => {
    received.length = 0;
    const seen = await read(face, 'mismatch');
    expect([seen.failed, received]).toEqual([false, ['mismatch']]);
    expect(seen.text).toContain('seven');
    expect(seen.text).toContain('B7');
    if (['REST', 'AGIS'].includes(face)) expect(seen.text).toContain('gateway/output-mismatch');
    else expect(seen.text).toMatch(/Warning: the call succeeded, do not repeat it\./);
  });

  it('a successful write without a body is a success with a warning', async () => {
    const seen = await read(face, 'empty');
    expect(seen.failed).toBe(false);
    expect(seen.text).toMatch(/Warning: the call succeeded|gateway\/output-mis/);
  });

  it.skipIf(face === 'executor')('a preview of a tool with an output schema is not an error', async () => {
    received.length = 0;
    const seen = await read(face, 'fine', { dryRun: true });
    expect([seen.failed, received]).toEqual([false, []]);
    expect(seen.text).toContain('"dry_run":true');
  });
});
