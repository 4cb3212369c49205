/** Servers that report changed tools: over stdio, in a session over HTTP, and by a subscription. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';

const script = fileURLToPath(new URL('./fixtures/changing-mcp-server.mjs', import.meta.url));
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openGateway(): Promise<GatewayServer> {
  const stdio = [{ name: 'changing', command: process.execPath, args: [script] }];
  const gateway = await startGatewayServer({ 'mcp.stdio': stdio, 'mcp.changes': 'hold-breaking' });
  closers.push(() => gateway.server.close());
  return gateway;
}

/** Polls a URL once an hour, which is longer than any test waits. */
async function follow(gateway: GatewayServer, url: string) {
  const { json } = await gateway.ask('POST', '/sources', { url, interval_seconds: 3600 });
  const [{ id = '' } = {}] = json.sources as { id?: string }[];
  const read = async () => (await gateway.ask('GET', `/sources/${id}`)).json;
  const agentId = async () => ((await read()).agent_ids as string[])[0] ?? '';
  await expect.poll(agentId, { timeout: 20_000 }).not.toBe('');
  return { id, read, agentId: await agentId() };
}

/** A server over HTTP of either generation, or over HTTP+SSE, whose only tool can get another required input. */
async function startNotifyingServer(kind: 'session' | 'stateless' | 'sse') {
  const modern = kind === 'stateless';
  let required: string[] = [];
  const streams = new Set<ServerResponse>();
  const capabilities = { tools: { listChanged: true } };
  const results: Record<string, () => unknown> = {
    ...(modern ? { 'server/discover': () => ({ supportedVersions: ['2026-07-28'], capabilities }) } : {}),
    ...(modern ? {} : { initialize: () => ({ protocolVersion: '2025-06-18', capabilities, serverInfo: {} }) }),
    'tools/list': () => ({ tools: [{ name: 'send', inputSchema: { type: 'object', properties: {}, required } }] }),
  };
  const stream = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(kind === 'sse' ? `event: endpoint\ndata: /mcp?stream=${streams.size}\n\n` : ': open\n\n');
    streams.add(response);
  };
  const answer = (text: string, response: ServerResponse, url = '') => {
    const { id, method } = JSON.parse(text) as { id?: number; method: string };
    if (kind === 'sse') {
      const to = [...streams][Number(new URL(url, 'http://server.example').searchParams.get('stream') ?? 'NaN')];
      response.writeHead(to === undefined ? 405 : 202).end();
      if (id !== undefined) {
        to?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: results[method]?.() })}\n\n`);
      }
      return;
    }
    if (modern && method === 'subscriptions/listen') return stream(response);
    const result = results[method]?.();
    const status = id === undefined ? 202 : result === undefined ? 400 : 200;
    const session = method === 'initialize' ? { 'mcp-session-id': 'one' } : {};
    response.writeHead(status, { 'content-type': 'application/json', ...session });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  };
  const server = createServer((request: IncomingMessage, response) => {
    const opens = kind === 'sse' || request.headers['mcp-session-id'] === 'one';
    if (request.method === 'GET') return opens && stream(response);
    if (request.method === 'DELETE') return response.writeHead(204).end();
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => answer(text, response, request.url));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const change = () => {
    required = ['to'];
    const notice = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
    for (const each of streams) each.write(`data: ${JSON.stringify(notice)}\n\n`);
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, change };
}

describe('a server that reports changed tools', () => {
  it('is read again at once if it is a child, and its change is held, accepted, and then enforced', async () => {
    const gateway = await openGateway();
    const { id, read, agentId } = await follow(gateway, 'stdio:changing');
    const send = async (input: object) => (await gateway.ask('POST', `/agents/${agentId}/invoke/send`, input)).status;
    expect(await send({})).toBe(200);
    expect((await gateway.ask('POST', `/agents/${agentId}/invoke/grow`, {})).status).toBe(200);
    await expect.poll(async () => (await read()).last_outcome, { timeout: 20_000 }).toBe('held');
    expect(await send({})).toBe(200);
    const { held } = (await read()) as { held: { mark: string } };
    const decided = await gateway.ask('POST', `/sources/${id}/held`, { decision: 'accept', mark: held.mark });
    expect([decided.status, decided.json.held]).toEqual([200, undefined]);
    expect([await send({}), await send({ to: 'ada' })]).toEqual([400, 200]);
  });

  it.each([
    ['in a session', 'session'],
    ['by a subscription', 'stateless'],
    ['over HTTP+SSE', 'sse'],
  ] as const)('is read again at once when it reports the change %s', async (_, kind) => {
    const gateway = await openGateway();
    const telling = await startNotifyingServer(kind);
    const { read } = await follow(gateway, telling.url);
    const outcome = async () => {
      // Repeated, because the stream for changes may not be open yet.
      telling.change();
      return (await read()).last_outcome;
    };
    await expect.poll(outcome, { timeout: 20_000 }).toBe('held');
  });
});

describe('a child that answers out of order, twice, and sends requests', () => {
  it('returns every caller its own response', async () => {
    const gateway = await openGateway();
    const { json } = await gateway.ask('POST', '/imports', { items: [{ url: 'stdio:changing' }] });
    const [{ id = '' } = {}] = json.results as { id?: string }[];
    const values = Array.from({ length: 40 }, (_, value) => value);
    const answers = await Promise.all(
      values.map((value) => gateway.ask('POST', `/agents/${id}/invoke/echo`, { value })),
    );
    expect(answers.map(({ text }) => text)).toEqual(values.map((value) => JSON.stringify(String(value))));
  });
});

/** A child with resources, of either generation; its tool `add` adds one and reports it. */
const growing = (modern: boolean) => `
const names = ['first']; const open = []; const key = 'io.modelcontextprotocol/subscriptionId';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const capabilities = { tools: {}, resources: { listChanged: true } };
const results = {
  ${modern ? "'server/discover': () => ({ supportedVersions: ['2026-07-28'], capabilities })" : "initialize: () => ({ protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'growing', version: '1' } })"},
  'tools/list': () => ({ tools: [{ name: 'add', inputSchema: { type: 'object' } }] }),
  'resources/list': () => ({ resources: names.map((name) => ({ uri: 'note://' + name, name })) }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'tools/call': () => {
    names.push('later');
    const method = 'notifications/resources/list_changed';
    for (const params of ${modern ? 'open.map((id) => ({ _meta: { [key]: id } }))' : '[undefined]'}) send({ method, params });
    return { content: [] };
  },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'subscriptions/listen') {
    if (params.notifications.resourcesListChanged) open.push(id);
    send({ method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta: { [key]: id } } });
  } else if (id !== undefined && method in results) send({ id, result: results[method]() });
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'unknown' } });
});`;

describe.each([
  ['2025', false],
  ['2026-07-28', true],
])('a child of %s that reports changed resources', (_, isModern) => {
  it('changes the lists of every endpoint, whose clients are notified', async () => {
    const stdio = [{ name: 'growing', command: process.execPath, args: ['-e', growing(isModern)] }];
    const gateway = await startGatewayServer({ 'mcp.stdio': stdio });
    closers.push(() => gateway.server.close());
    const { agentId } = await follow(gateway, 'stdio:growing');
    const tools = [{ agent_id: agentId, tool: 'add' }];
    expect((await gateway.ask('POST', '/toolsets', { id: 'desk', name: 'Desk', tools })).status).toBe(201);
    const paths = [`/agents/${agentId}/mcp`, '/toolsets/desk/mcp', '/mcp'];
    const seen: string[] = [];
    const clients = await Promise.all(
      paths.flatMap((path) =>
        generations.map(async ([generation, negotiation]) => {
          const client = await connectMcp(`${gateway.url}${path}`, { negotiation });
          closers.push(() => client.close());
          const method = 'notifications/resources/list_changed';
          client.setNotificationHandler(method, () => void seen.push(`${generation} ${path}`));
          if (generation !== '2025') await client.listen({ resourcesListChanged: true });
          return client;
        }),
      ),
    );
    expect((await gateway.ask('POST', `/agents/${agentId}/invoke/add`, {})).status).toBe(200);
    const wanted = paths.flatMap((path) => generations.map(([generation]) => `${generation} ${path}`));
    await expect.poll(() => new Set(seen), { timeout: 30_000 }).toEqual(new Set(wanted));
    for (const client of clients) {
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toContainEqual(expect.stringMatching(/note:\/\/later$/));
    }
  });
});
