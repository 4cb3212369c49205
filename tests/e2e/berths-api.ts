/** An API of berths that lacks what agents need: offset pagination, full responses, one deprecated operation. */
import type { JsonObject } from '@dragoman/model';
import { type HttpHost, startHttpHost } from './http-host.js';

const berths = Array.from({ length: 45 }, (_, id) => ({
  id,
  name: `Berth ${id}`,
  status: id % 2 === 0 ? 'free' : 'taken',
  history: ['built', 'dredged', 'painted'],
}));

/** Starts the API; each quote takes this many milliseconds. */
export function startBerths(quoteTakes: number): Promise<HttpHost> {
  return startHttpHost(async (url) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/quote') {
      await new Promise((resolve) => setTimeout(resolve, quoteTakes));
      return Response.json({ amount: '12.50' });
    }
    const status = searchParams.get('status');
    const from = Number(searchParams.get('offset') ?? 0);
    const wanted = berths.filter((berth) => status === null || berth.status === status);
    return Response.json({ items: wanted.slice(from, from + Number(searchParams.get('limit') ?? 20)) });
  });
}

const text = { type: 'string' };
const status = { type: 'string', enum: ['free', 'taken'] };
const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', description: name, schema });

function list(operationId: string, more: JsonObject): JsonObject {
  const properties = { id: { type: 'integer' }, name: text, status, history: { type: 'array', items: text } };
  const items = { type: 'array', items: { type: 'object', properties } };
  const schema = { type: 'object', properties: { items } };
  const parameters = [
    query('offset', { type: 'integer', minimum: 0 }),
    query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 20 }),
    query('status', status),
  ];
  const responses = { '200': { description: 'OK', content: { 'application/json': { schema } } } };
  return { operationId, description: 'Sorted by id.', parameters, responses, ...more };
}

/** The description of its lists. */
export function describeBerths(origin: string): JsonObject {
  const gone = { deprecated: true, 'x-sunset': '2027-12-31T00:00:00Z', 'x-agent': { replaced_by: 'berths_list' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Berths', version: '1' },
    servers: [{ url: origin }],
    paths: {
      '/berths': { get: list('berths_list', { summary: 'List the berths of the harbour' }) },
      '/old-berths': { get: list('old_berths_list', { summary: 'List berths as it was done before', ...gone }) },
    },
  };
}
