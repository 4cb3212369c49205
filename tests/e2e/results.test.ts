/** What models and programs get to see of unusual results, over every face: a real upstream, real clients. */
import type { JsonObject } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { HttpHost } from './http-host.js';
import { startHttpHost } from './http-host.js';
import { resultReaders, withMcp } from './result-readers.js';

const faces = Object.keys(resultReaders);

const booking = {
  type: 'object',
  properties: { id: { type: 'integer' }, berth: { type: 'string' } },
  required: ['id', 'berth'],
};

const png = Buffer.from('\x89PNG\r\n\x1a\n a small picture', 'latin1');
const wav = Buffer.from('RIFF1234WAVEfmt a short sound', 'latin1');
const pdf = Buffer.from('%PDF-1.7 a manual', 'latin1');
const page = Buffer.from('<!DOCTYPE html><title>Log in</title>');

/** The output schema of a list, which MCP lists show. */
const page1: JsonObject = {
  type: 'object',
  properties: { total: { type: 'integer' }, items: { type: 'array', items: { type: 'object' } } },
  required: ['total', 'items'],
};

const berths = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `Berth ${id} of the northern harbour`,
    note: 'x'.repeat(100),
  }));

const answerList = (count: number) => Response.json({ total: count, items: berths(count) });

/** A service whose only operation answers with bytes. */
function returning(operationId: string, declared: string, bytes: Uint8Array) {
  const responses = { '200': { description: 'Done.', content: { [declared]: {} } } };
  const answer = () => new Response(bytes, { headers: { 'content-type': declared } });
  return { method: 'get', operation: { operationId, responses }, answer };
}

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
  list: {
    method: 'get',
    operation: { operationId: 'list_berths', responses: responding(page1) },
    answer: () => answerList(5000),
  },
  shelf: {
    method: 'get',
    operation: { operationId: 'list_few', responses: responding(page1) },
    answer: () => answerList(150),
  },
  text: returning('read_log', 'text/plain', Buffer.from('ünïcode line\n'.repeat(10_000))),
  outage: returning('view_outage', 'text/html', Buffer.from(`<html>${'<p>Sorry</p>'.repeat(10_000)}</html>`)),
  broken: returning('read_odd', 'text/plain', Buffer.from([0x61, 0xff, 0xfe])),
  latin: returning('read_old', 'text/plain; charset=iso-8859-1', Buffer.from('caf\u00e9', 'latin1')),
  picture: returning('view_pier', 'image/png', png),
  sound: returning('hear_horn', 'audio/wav', wav),
  manual: returning('read_manual', 'application/pdf', pdf),
  page: returning('view_gate', 'image/png', page),
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

/** How each face writes bytes of a type: `parts` in its own form. */
const mediaForms: Readonly<Record<string, (type: string, bytes: Buffer) => JsonObject>> = {
  'MCP (service)': mcpForm,
  'MCP (toolset)': mcpForm,
  'MCP (root)': mcpForm,
  'N-ACT': (type, bytes) => ({ media: [{ media_type: type, bytes: bytes.length, output: 'result', pointer: '' }] }),
  A2A: (type, bytes) => ({
    result: { message: { parts: [{ raw: bytes.toString('base64'), mediaType: type }] } },
  }),
};

function mcpForm(mimeType: string, bytes: Buffer): JsonObject {
  const data = bytes.toString('base64');
  const [type = ''] = mimeType.split('/');
  const part =
    type === 'application' ? { type: 'resource', resource: { mimeType, blob: data } } : { type, mimeType, data };
  return { content: [part] };
}

describe.each(Object.keys(mediaForms))('media over %s', (face) => {
  it.each([
    ['picture', 'image/png', png],
    ['sound', 'audio/wav', wav],
    ['manual', 'application/pdf', pdf],
  ])('a %s is typed content of %s', async (id, type, bytes) => {
    const { failed, whole, text } = await read(face, id);
    expect(failed).toBe(false);
    expect(whole).toMatchObject(mediaForms[face]?.(type, bytes) ?? {});
    if (face !== 'N-ACT') expect(text).not.toContain(bytes.toString('base64'));
    expect(JSON.stringify(whole).split(bytes.toString('base64'))).toHaveLength(2);
  });

  it('a page that is declared as an image is a file, with a warning', async () => {
    const { failed, whole, text } = await read(face, 'page');
    expect(failed).toBe(false);
    expect(JSON.stringify(whole)).not.toContain('"type":"image"');
    expect(JSON.stringify(whole)).toContain('application/octet-stream');
    expect(text).toContain('was declared as image/png, but is HTML');
  });
});

it('an executor shows images to the model and describes everything else', async () => {
  const shown = await read('executor', 'picture');
  expect(shown.text).toContain(`(image/png, ${png.length} bytes)`);
  const source = { type: 'base64', media_type: 'image/png', data: png.toString('base64') };
  const seen = { content: [{ content: [{ type: 'text' }, { type: 'image', source }] }] };
  expect(shown.whole).toMatchObject({ messages: [seen] });
  const described = await read('executor', 'manual');
  const line = `Received application/pdf, ${pdf.length} bytes; it is not shown here, the application has it.`;
  expect(described.whole).toMatchObject({ messages: [{ content: [{ content: expect.stringContaining(line) }] }] });
});

it.each(['/agents/picture/invoke', '/agents/picture/agis'])('%s answers Base64 or bytes, as accepted', async (path) => {
  const { json: document } = await gateway.ask('GET', '/agents/picture/agis');
  const [endpoint] = document.endpoints as { method: string; path: string }[];
  const isAgis = path.endsWith('agis');
  const address = `${gateway.url}${path}${isAgis ? endpoint?.path : ''}`;
  const ask = (accept: string) =>
    fetch(address, {
      method: 'POST',
      body: '{}',
      headers: {
        accept,
        'content-type': 'application/json',
        ...(isAgis ? { 'x-agis-method': endpoint?.method ?? '' } : {}),
      },
    });
  for (const accept of ['*/*', 'application/json', 'application/pdf']) {
    const plain = await ask(accept);
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(plain.headers.get('x-dragoman-media-type')).toBe('image/png');
    expect(await plain.json()).toBe(png.toString('base64'));
  }
  for (const accept of ['image/png', 'image/*, application/json;q=0.5']) {
    const bytes = await ask(accept);
    expect([bytes.headers.get('content-type'), bytes.headers.get('content-disposition')]).toEqual([
      'image/png',
      'attachment',
    ]);
    expect(bytes.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(png);
  }
});

const mcpFaces = faces.filter((face) => face.startsWith('MCP'));

/** What a model that follows the text of a large result reads: the items of all parts. */
async function readOn(path: string, first: JsonObject): Promise<unknown[]> {
  const { result_id, pointer } = (first._meta as Record<string, JsonObject>)['dragoman/result'] ?? {};
  return withMcp(`${gateway.url}${path}`, async (client) => {
    const items: unknown[] = [];
    for (let offset: unknown = 0; offset !== undefined; ) {
      const given = { result_id, pointer, offset } as JsonObject;
      const part = (await client.callTool({ name: 'read_result', arguments: given })) as unknown as JsonObject;
      const [{ text }] = part.content as [{ text: string }];
      items.push(...(JSON.parse(text.slice(text.indexOf('\n\n'))) as unknown[]));
      offset = (part._meta as Record<string, JsonObject>)['dragoman/result']?.next_offset;
    }
    return items;
  });
}

describe.each(mcpFaces)('large results over %s', (face) => {
  it('are an outline, a first part and the way to read on, never the whole twice', async () => {
    const { failed, text, whole } = await read(face, 'list');
    expect(failed).toBe(false);
    expect(text.length).toBeLessThanOrEqual(40_000);
    expect(JSON.stringify(whole).length).toBeLessThan(50_000);
    expect(text).toMatch(
      /^This result has [\d,]+ characters, too many to show at once\. .* items 0 to \d+ of 5,000 at \/items\./,
    );
    expect(text).toContain('- total: 5000');
    if (face === 'MCP (root)') expect(whole.structuredContent).toBeUndefined();
    else expect(whole.structuredContent).toMatchObject({ result_kind: 'partial', pointer: '/items' });
    expect(await readOn('/mcp', whole)).toEqual(berths(5000));
    if (face === 'MCP (service)') expect(await readOn('/agents/list/mcp', whole)).toEqual(berths(5000));
  });

  it('that fit are sent once: structured where the tool has an output schema, otherwise as text', async () => {
    const { text, whole } = await read(face, 'shelf');
    const total = JSON.stringify({ total: 150, items: berths(150) }).length;
    expect(total).toBeGreaterThan(20_000);
    expect(JSON.stringify(whole).length).toBeLessThan(total * 1.5);
    if (face === 'MCP (root)') {
      expect(JSON.parse(text)).toEqual({ total: 150, items: berths(150) });
      return;
    }
    expect(whole.structuredContent).toEqual({ total: 150, items: berths(150) });
    expect(text).toMatch(/^The whole output is in structuredContent\./);
    expect(text.length).toBeLessThan(4000);
    expect(await readOn('/mcp', whole)).toEqual(berths(150));
  });

  it.each(['text', 'outage'])('of %s are cut at a character', async (id) => {
    const { failed, text, whole } = await read(face, id);
    expect([failed, text.length <= 40_000, JSON.stringify(whole).length < 100_000]).toEqual([false, true, true]);
    expect(text).toMatch(/characters 0 to [\d,]+ of [\d,]+ at the result/);
  });
});

describe.each(faces.filter((face) => !face.startsWith('MCP') && face !== 'executor'))(
  'large results over %s',
  (face) => {
    it('are complete, since programs read them', async () => {
      const { failed, text } = await read(face, 'list');
      expect([failed, text.includes('Berth 4999 of the northern harbour')]).toEqual([false, true]);
    });
  },
);

it('an executor shows the outline and the first part of a large result as a success', async () => {
  const { failed, text } = await read('executor', 'list');
  expect(failed).toBe(false);
  expect(text.length).toBeLessThanOrEqual(200_000);
  expect(text).toMatch(/^This result has [\d,]+ characters/);
});

describe.each(faces)('texts over %s', (face) => {
  it('are decoded as declared, and passed on as bytes when they are not UTF-8', async () => {
    expect((await read(face, 'latin')).text).toContain('caf\u00e9');
    const odd = await read(face, 'broken');
    expect(odd.failed).toBe(false);
    expect(`${odd.text}${JSON.stringify(odd.whole)}`).toMatch(/gateway\/text-encoding|is not UTF-8/);
  });
});

it('a large result is read over HTTP by its caller, with clear answers to bad requests', async () => {
  const { whole } = await read('MCP (service)', 'list');
  const { result_id: id } = (whole._meta as Record<string, JsonObject>)['dragoman/result'] ?? {};
  const ask = (query: string) => gateway.ask('GET', `/results/${id}${query}`);
  expect((await ask('?pointer=/items&offset=4998')).json).toMatchObject({
    kind: 'array',
    count: 5000,
    offset: 4998,
    length: 2,
    value: berths(5000).slice(4998),
  });
  expect((await ask('?pointer=/total')).json).toMatchObject({ kind: 'number', value: 5000 });
  expect((await ask('?characters=300')).json).toMatchObject({
    value: { items: expect.stringContaining('read /items') },
  });
  for (const query of ['?offset=-1', '?characters=0', '?limit=7']) expect((await ask(query)).status).toBe(400);
  expect((await ask('?pointer=/none')).status).toBe(404);
  expect((await gateway.ask('GET', '/results/made-up')).status).toBe(404);
});
