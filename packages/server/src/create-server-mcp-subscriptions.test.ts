/** Who may subscribe to resources of a stdio server: tested with keys and the official client. */
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectMcp, generations } from './mcp.support.js';
import type { TestServer } from './server.support.js';
import { address, startTestServer } from './server.support.js';

/** A server with one resource and a tool that changes it. */
const script = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {}, resources: { subscribe: true } }, serverInfo: { name: 'notes', version: '1' } },
  'tools/list': { tools: [{ name: 'change', inputSchema: { type: 'object' } }] },
  'resources/list': { resources: [{ uri: 'note://today', name: 'today' }] },
  'resources/templates/list': { resourceTemplates: [] },
  'resources/subscribe': {}, 'resources/unsubscribe': {}, 'tools/call': { content: [] },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (method === 'tools/call') send({ method: 'notifications/resources/updated', params: { uri: 'note://today' } });
  if (id !== undefined && method in results) send({ id, result: results[method] });
});`;

const uri = 'note://today';
const stdio = [{ name: 'notes', command: process.execPath, args: ['-e', script] }];

let server: TestServer;
let admin: string;
const clients: Client[] = [];
beforeEach(async () => {
  server = await startTestServer({
    flags: { 'auth.mode': 'required', 'mcp.stdio': stdio, 'registry.visibility': 'private' },
  });
  admin = await server.keyFor('ada', 'admin');
  await register('public');
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await server.server.close();
});

async function register(visibility: 'public' | 'private', id = 'notes'): Promise<void> {
  const items = [{ url: 'stdio:notes', curation: { id, visibility } }];
  const answer = await server.ask('POST', '/imports', { key: admin, body: { items } });
  expect(answer.status, await answer.clone().text()).toBe(200);
}

async function connect(path: string, key: string, negotiation: (typeof generations)[number][1] = generations[1][1]) {
  const fetch = (url: string | URL, init?: RequestInit) => server.server.fetch(new Request(url, init));
  const client = await connectMcp(`${address}${path}`, { negotiation, fetch, key });
  clients.push(client);
  const seen: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void seen.push(params.uri));
  return { client, seen };
}

const change = () => server.ask('POST', '/agents/notes/invoke/change', { key: admin, body: {} });

describe('subscriptions of callers with keys', () => {
  it('are possible for those who may call the service', async () => {
    const { client, seen } = await connect('/agents/notes/mcp', await server.keyFor('bob', 'agents:invoke'));
    await client.subscribeResource({ uri });
    await change();
    await expect.poll(() => seen).toEqual([uri]);
  });

  it.each(generations)(
    'are refused to those who may not see the service, as unknown: %s',
    async (generation, negotiation) => {
      const key = await server.keyFor('eve', 'agents:invoke', 'registry:read');
      await register('private');
      await expect(connect('/agents/notes/mcp', key, negotiation)).rejects.toThrow();
      // Another service makes the root offer subscriptions.
      await register('public', 'shown');
      const { client } = await connect('/mcp', key, negotiation);
      const hidden = `dragoman://notes/${uri}`;
      const subscribe = (wanted: string): Promise<unknown> =>
        generation === '2025'
          ? client.subscribeResource({ uri: wanted })
          : client.listen({ resourceSubscriptions: [wanted] });
      await expect(subscribe(hidden)).rejects.toMatchObject({ message: expect.stringContaining('Unknown resource') });
      await subscribe(`dragoman://shown/${uri}`);
    },
  );

  it.each(generations)(
    'are refused to those who may see the service and not call it: %s',
    async (generation, negotiation) => {
      const { client } = await connect('/agents/notes/mcp', await server.keyFor('carol', 'registry:read'), negotiation);
      const subscribe =
        generation === '2025' ? client.subscribeResource({ uri }) : client.listen({ resourceSubscriptions: [uri] });
      await expect(subscribe).rejects.toThrow(/agents:invoke/);
    },
  );

  it('report nothing once the caller may no longer see the service, and go on when it may again', async () => {
    const { client, seen } = await connect('/agents/notes/mcp', await server.keyFor('bob', 'agents:invoke'));
    const own = await connect('/agents/notes/mcp', admin);
    await client.subscribeResource({ uri });
    await own.client.subscribeResource({ uri });
    await register('private');
    await change();
    await expect.poll(() => own.seen).toEqual([uri]);
    expect(seen).toEqual([]);
    await register('public');
    await expect
      .poll(async () => {
        await change();
        return seen.length;
      })
      .toBeGreaterThan(0);
  });

  it('need a session of their own', async () => {
    const bob = await server.keyFor('bob', 'agents:invoke');
    const ask = (key: string, message: object, session?: string) =>
      server.ask('POST', '/agents/notes/mcp', {
        key,
        body: { jsonrpc: '2.0', id: 1, ...message },
        headers: session === undefined ? {} : { 'mcp-session-id': session },
      });
    const opened = await ask(admin, { method: 'initialize', params: { protocolVersion: '2025-11-25' } });
    const subscribe = { method: 'resources/subscribe', params: { uri } };
    expect((await ask(bob, subscribe, opened.headers.get('mcp-session-id') ?? '')).status).toBe(404);
    expect(await (await ask(bob, subscribe)).json()).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('Mcp-Session-Id') },
    });
  });
});
