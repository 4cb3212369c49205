/** Requests of OpenAPI operations over real sockets, as an echo server receives them. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

let echo: Server;
let gateway: GatewayServer;

const parameter = (name: string, place: string) => ({ name, in: place, required: true, schema: { type: 'string' } });
const responses = { '200': { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } } };

const ship = { type: 'object', properties: { ship: { type: 'string' } } };

const description = (origin: string) => ({
  openapi: '3.2.0',
  info: { title: 'Echo', version: '1' },
  servers: [{ url: origin }],
  security: [{ session: [] }],
  components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
  paths: {
    '/berths': {
      get: { operationId: 'berths_list', parameters: [parameter('lang', 'cookie')], responses },
      query: {
        operationId: 'berths_query',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties: { depth: { type: 'number' } } } } },
        },
        responses,
      },
      additionalOperations: { COPY: { operationId: 'berths_copy', responses } },
    },
    '/reports': {
      post: {
        operationId: 'arrivals_report',
        requestBody: { required: true, content: { 'application/jsonl': { itemSchema: ship } } },
        responses,
      },
    },
    '/arrivals': {
      get: {
        operationId: 'arrivals_stream',
        responses: {
          '200': {
            description: 'Arrivals as they happen.',
            content: {
              'application/jsonl': { itemSchema: ship },
            },
          },
        },
      },
    },
    '/departures': {
      get: {
        operationId: 'departures_stream',
        responses: {
          '200': {
            description: 'Departures as they happen.',
            content: {
              'text/event-stream': { itemSchema: { type: 'object', properties: { retry: { type: 'integer' } } } },
            },
          },
        },
      },
    },
  },
});

beforeAll(async () => {
  echo = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/arrivals') {
        response.writeHead(200, { 'content-type': 'application/jsonl' }).end('{"ship":"Ada"}\n{"ship":"Bo"}\n');
        return;
      }
      if (request.url === '/departures') {
        const events =
          ': hello\n\nid: 1\nevent: left\r\ndata: Ada\r\ndata: Bo\nretry: 50\n\ndata\r\n\r\nevent: nothing\n\n';
        response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).end(events);
        return;
      }
      const { method, url, headers } = request;
      const seen = { method, url, cookie: headers.cookie ?? null, body: Buffer.concat(chunks).toString() };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(seen));
    });
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const origin = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  gateway = await startGatewayServer({});
  const made = await gateway.ask('POST', '/imports', {
    items: [{ document: description(origin), curation: { id: 'echo' } }],
  });
  expect(made.text).toContain('"echo"');
});
afterAll(async () => {
  await gateway.server.close();
  echo.close();
});

const call = (operation: string, input: object) => gateway.ask('POST', `/agents/echo/invoke/${operation}`, input);

it('sends a stored key as a cookie, next to cookies of the operation, and to nobody without it', async () => {
  const refused = await call('berths_list', { lang: 'en' });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('in the cookie sid')]);
  const wrong = { name: 'session', kind: 'api_key', secret: { value: 'a; b=c', in: 'cookie', name: 'sid' } };
  expect((await gateway.ask('POST', '/agents/echo/credentials', wrong)).status).toBe(400);
  const right = { ...wrong, secret: { ...wrong.secret, value: 'secret-sid' } };
  expect((await gateway.ask('POST', '/agents/echo/credentials', right)).status).toBe(201);
  expect((await call('berths_list', { lang: 'en' })).json).toMatchObject({
    method: 'GET',
    cookie: 'lang=en; sid=secret-sid',
  });
});

it('sends and returns described sequences of JSON values as lists', async () => {
  expect(JSON.parse((await call('arrivals_stream', {})).text)).toEqual([{ ship: 'Ada' }, { ship: 'Bo' }]);
  const sent = await call('arrivals_report', { body: [{ ship: 'Cy' }, { ship: 'Di' }] });
  expect(sent.json).toMatchObject({ method: 'POST', body: '{"ship":"Cy"}\n{"ship":"Di"}\n' });
  expect((await call('arrivals_report', { body: [{ ship: 4 }] })).status).toBe(400);
});

it('returns described server-sent events as a list', async () => {
  expect(JSON.parse((await call('departures_stream', {})).text)).toEqual([
    { id: '1', event: 'left', data: 'Ada\nBo', retry: 50 },
    { data: '' },
  ]);
});

it('calls the methods of OpenAPI 3.2', async () => {
  expect((await call('berths_query', { depth: 3 })).json).toMatchObject({ method: 'QUERY', body: '{"depth":3}' });
  const copied = await call('berths_copy', {});
  expect(copied.json).toMatchObject({ method: 'COPY' });
});
