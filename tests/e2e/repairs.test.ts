/** An API that lacks what agents rely on, and one that has it: behavior in every protocol, with and without repairs. */
import type { JsonObject } from '@dragoman/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { HttpHost } from './http-host.js';
import { startHttpHost } from './http-host.js';
import { clients } from './matrix-clients.js';

const berths = Array.from({ length: 45 }, (_, id) => ({ id, name: `Berth ${id}`, notes: 'n'.repeat(50) }));
const berth = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' }, notes: { type: 'string' } },
};
const asked: string[] = [];

/** One API has offset pagination and its own error format; the other has cursors, fields and problem details. */
async function answer(url: string): Promise<Response> {
  const { pathname, searchParams } = new URL(url);
  asked.push(`${pathname}?${searchParams}`);
  if (pathname === '/clumsy/berths') {
    const from = Number(searchParams.get('offset') ?? 0);
    return Response.json({ items: berths.slice(from, from + Number(searchParams.get('limit') ?? 1000)) });
  }
  if (pathname === '/clumsy/fails')
    return Response.json({ errors: { name: ['is taken'] }, message: 'Taken.' }, { status: 422 });
  if (pathname === '/good/berths') return Response.json({ items: berths.slice(0, 2), next_cursor: 'own' });
  const problem = { type: '/own', title: 'Taken', status: 422, code: 'TAKEN', retryable: false };
  return Response.json(problem, { status: 422, headers: { 'content-type': 'application/problem+json' } });
}

const query = (name: string, schema: JsonObject) => ({ name, in: 'query', schema });
const text = { type: 'string' };
const whole = { type: 'integer' };

function describeApi(origin: string, path: string, parameters: JsonObject[], output: JsonObject): JsonObject {
  const content = { 'application/json': { schema: output } };
  return {
    openapi: '3.1.0',
    info: { title: `Berths at ${path}`, version: '1' },
    servers: [{ url: origin }],
    paths: {
      [path]: {
        get: {
          operationId: 'berths_list',
          summary: 'List the berths of the harbour.',
          parameters,
          responses: { '200': { description: 'OK', content } },
        },
      },
    },
  };
}

let host: HttpHost;
let gateway: GatewayServer;
const ids: Record<string, string> = {};
const surface = { 'cursor-pages': true, 'field-selection': true, truncation: true, 'closed-input': true };

async function register(name: string, document: JsonObject): Promise<void> {
  const { json } = await gateway.ask('POST', '/imports', { items: [{ document }] });
  const [result] = json.results as { id?: string }[];
  ids[name] = result?.id ?? 'not registered';
}

const put = (name: string, repairs: JsonObject, headers: Record<string, string> = {}) =>
  gateway.ask('PUT', `/agents/${ids[name]}/repairs`, { repairs }, headers);

beforeAll(async () => {
  host = await startHttpHost(answer);
  gateway = await startGatewayServer({ 'upstream.breaker.minCalls': 100_000 });
  const { origin } = host;
  const list = { type: 'object', properties: { items: { type: 'array', items: berth } } };
  const clumsy = [query('offset', whole), query('limit', whole)];
  await register('clumsy', describeApi(origin, '/clumsy/berths', clumsy, list));
  await register('left', describeApi(origin, '/clumsy/berths?v=1', clumsy, list));
  await register('failing', describeApi(origin, '/clumsy/fails', [query('q', text)], berth));
  const own = { ...list, properties: { ...list.properties, next_cursor: text, truncated: { type: 'boolean' } } };
  const good = [query('cursor', text), query('limit', { ...whole, maximum: 50, default: 2 }), query('fields', text)];
  await register('good', describeApi(origin, '/good/berths', good, own));
  await register('refusing', describeApi(origin, '/good/fails', [], berth));
  for (const name of ['clumsy', 'good']) expect((await put(name, surface)).status).toBe(200);
});
afterAll(async () => {
  await gateway.server.close();
  await host.close();
});

const faces = Object.keys(clients);
type Page = { items: { id: number }[]; next_cursor?: string | null };

/** N-ACT returns lists as texts. */
function pageOf(output: unknown): Page {
  const { items, ...rest } = output as { items: unknown };
  return { ...rest, items: typeof items === 'string' ? JSON.parse(items) : items } as Page;
}

describe('a list over offset and limit', () => {
  it.each(faces)(
    '[PROF-TOOL-04] over %s is paginated by cursor only, in pages of limited size, with the requested members',
    async (face) => {
      const seen: unknown[] = [];
      let input: JsonObject = { limit: 20, fields: 'id' };
      for (let pages = 0; pages < 10; pages += 1) {
        const called = await clients[face]?.(gateway, ids.clumsy ?? '', input);
        expect(called).toHaveProperty('output');
        const page = pageOf((called as { output: unknown }).output);
        seen.push(...page.items);
        if (!page.next_cursor) break;
        input = { cursor: page.next_cursor };
      }
      expect(seen).toEqual(berths.map(({ id }) => ({ id })));
    },
  );

  it.each(faces)('over %s rejects unknown inputs and pages that are too large', async (face) => {
    asked.length = 0;
    for (const input of [{ limit: 1000 }, { cursor: 'made.up' }, { fields: 'colour' }]) {
      const called = await clients[face]?.(gateway, ids.clumsy ?? '', input);
      expect(called).toMatchObject({
        retryable: false,
        code: expect.stringMatching(/^INVALID_(INPUT|CURSOR|ARGUMENT)$/),
      });
    }
    expect(asked).toEqual([]);
  });

  it('works as described without repairs', async () => {
    const { json } = await gateway.ask('POST', `/agents/${ids.left}/invoke/berths_list`, { offset: 40, limit: 5 });
    expect((json as Page).items.map(({ id }) => id)).toEqual([40, 41, 42, 43, 44]);
    expect(Object.keys(json)).toEqual(['items']);
  });
});

describe('an API with all features', () => {
  it.each(faces)('is not repaired over %s: cursor and fields are forwarded', async (face) => {
    asked.length = 0;
    const called = await clients[face]?.(gateway, ids.good ?? '', { cursor: 'theirs', fields: 'id' });
    expect(pageOf((called as { output: unknown }).output)).toMatchObject({
      next_cursor: 'own',
      items: [{ id: 0 }, { id: 1 }],
    });
    expect(asked).toEqual(['/good/berths?cursor=theirs&fields=id']);
  });

  it('has its problem details forwarded byte for byte', async () => {
    const { status, text: body, headers } = await gateway.ask('POST', `/agents/${ids.refusing}/invoke/berths_list`, {});
    expect([status, headers.get('content-type')]).toEqual([422, 'application/problem+json']);
    const own = { type: '/own', title: 'Taken', status: 422, code: 'TAKEN', retryable: false };
    expect(JSON.parse(body)).toEqual({
      ...own,
      detail: expect.stringMatching(/^The service answered 422\. Do not retry/),
    });
  });
});

describe('an error in an API’s own format', () => {
  it.each(faces)('[PROF-ERR-02] over %s has a code and a retryable flag', async (face) => {
    const called = await clients[face]?.(gateway, ids.failing ?? '', { q: 'x' });
    expect(called).toMatchObject({ code: expect.stringMatching(/^(INVALID_INPUT|CONFLICT)$/), retryable: false });
  });

  it('[PROF-ERR-01] is converted to problem details with the original under upstream, and is unchanged if the repair is off', async () => {
    const call = () => gateway.ask('POST', `/agents/${ids.failing}/invoke/berths_list`, {});
    const repaired = await call();
    expect(repaired.headers.get('content-type')).toBe('application/problem+json');
    expect(repaired.json).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      status: 422,
      detail: expect.stringMatching(
        /^The service answered 422\. Do not retry[^\n]*\n[^\n]*third-party[^\n]*\nTaken\.$/,
      ),
      field_errors: [{ field: 'name', detail: 'is taken' }],
      upstream: { message: 'Taken.' },
    });
    await put('failing', { 'problem-details': false });
    expect((await call()).json).toEqual({ errors: { name: ['is taken'] }, message: 'Taken.' });
    await put('failing', {});
  });
});

describe('the profile of a large API', () => {
  const path = (at: number) => `/p${at}/{id}/long-name-of-a-resource-${at}`;
  const operation = (at: number) => ({
    operationId: `resource_${at}_read`,
    summary: `Read resource ${at}.`,
    description: 'x'.repeat(900),
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    responses: { '200': { description: 'OK' } },
  });
  const paths = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [path(at), { get: operation(at) }]));
  const large = {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    servers: [{ url: 'https://l.example' }],
    paths,
  };

  it('is evaluated in the background, while the server keeps responding', async () => {
    await register('large', large);
    const judged = gateway.ask('GET', `/agents/${ids.large}/profile?fields=score,counts`);
    const order: string[] = [];
    const both = [
      judged.then(() => order.push('judged')),
      gateway.ask('GET', '/healthz').then(() => order.push('health')),
    ];
    await Promise.all(both);
    expect(order).toEqual(['health', 'judged']);
    expect((await judged).json).toMatchObject({ score: { upstream: expect.any(Number), here: expect.any(Number) } });
    const posted = await gateway.ask('POST', `/agents/${ids.large}/profile`, { document: large });
    expect(posted.json).toMatchObject({ basis: 'description' });
  });
});

describe('reads over GET', () => {
  it('return 304 for a matching ETag, unless the repair is off', async () => {
    const { json } = await gateway.ask('GET', `/agents/${ids.left}/agis`);
    const [{ method, path } = { method: '', path: '' }] = json.endpoints as { method: string; path: string }[];
    const read = (headers = {}) =>
      gateway.ask('GET', `/agents/${ids.left}/agis${path}?limit=2`, undefined, { 'x-agis-method': method, ...headers });
    const first = await read();
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^".+"$/)]);
    const again = await read({ 'if-none-match': tag });
    expect([again.status, again.text]).toEqual([304, '']);
    await put('left', { 'conditional-reads': false });
    expect((await read({ 'if-none-match': tag })).status).toBe(200);
    await put('left', {});
  });
});
