/** MCP clients that list tools, as connections and as events: who sees them, and how they are named. */
import type { JsonObject } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { pierWeather, startTestServer } from './server.support.js';

let server: TestServer;
afterEach(() => server.server.close());

async function open() {
  server = await startTestServer({ flags: { 'auth.mode': 'optional' } });
  const keys = {
    ann: await server.keyFor('ann', 'registry:read', 'registry:write'),
    bob: await server.keyFor('bob', 'registry:read'),
    root: await server.keyFor('root', 'admin'),
  };
  await server.ask('POST', '/agents', { key: keys.ann, body: pierWeather });
  const rpc = (key: string | undefined, path: string, method: string, more: Record<string, string> = {}, params = {}) =>
    server.ask('POST', path, {
      key,
      body: { jsonrpc: '2.0', id: 1, method, params },
      headers: { accept: 'application/json, text/event-stream', ...more },
    });
  const list = async (key: string, query = '') => {
    // Events of one process are collected for a moment.
    await new Promise((resolve) => setTimeout(resolve, 60));
    return ((await (await server.ask('GET', `/connections${query}`, { key })).json()) as { connections: JsonObject[] })
      .connections;
  };
  return { ...server, ...keys, rpc, list };
}

describe('MCP clients that list tools', () => {
  it('are connections of their caller and of administrators, named as they name themselves', async () => {
    const { ann, bob, root, rpc, list } = await open();
    const clientInfo = { name: 'Cursor\u202e', version: '1.4' };
    const opened = await rpc(ann, '/agents/pier-weather/mcp', 'initialize', {}, { clientInfo });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    expect((await rpc(ann, '/agents/pier-weather/mcp', 'tools/list', session)).status).toBe(200);
    await rpc(bob, '/mcp', 'tools/list', { 'user-agent': `curl/8 ${'x'.repeat(500)}` });
    await rpc(undefined, '/mcp', 'tools/list', { 'user-agent': 'anybody' });
    expect(await list(ann)).toEqual([
      {
        id: expect.any(String),
        caller: 'ann',
        endpoint: '/agents/pier-weather/mcp',
        client: 'Cursor\u202e 1.4',
        tools: 1,
        first_seen_at: '2026-03-01T00:00:00.000Z',
        last_seen_at: '2026-03-01T00:00:00.000Z',
      },
    ]);
    const [own = {}] = await list(bob, '?fields=client,endpoint');
    expect(own).toMatchObject({ endpoint: '/mcp', client: expect.stringMatching(/^curl\/8 x{1,60}$/) });
    expect((await list(root)).map(({ caller }) => caller).sort()).toEqual(['ann', 'anonymous', 'bob']);
    expect((await server.ask('GET', '/connections')).status).toBe(401);
  });

  it('are not connections if they only inspect the list', async () => {
    const { ann, rpc, list } = await open();
    const inspected = await rpc(ann, '/mcp', 'tools/list', {}, { _meta: { 'dragoman/inspection': true } });
    expect(inspected.status).toBe(200);
    expect(await list(ann)).toEqual([]);
    await rpc(ann, '/mcp', 'tools/list');
    expect(await list(ann)).toHaveLength(1);
  });

  it('are events for the same readers, at most one in two seconds', async () => {
    const { ann, bob, rpc, ask } = await open();
    const eventsOf = async (key: string) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      const answer = await ask('GET', '/events?topics=connections&seconds=0', {
        key,
        headers: { 'last-event-id': first },
      });
      return [...(await answer.text()).matchAll(/^data: (.*)$/gm)]
        .map(([, text = '']) => JSON.parse(text) as JsonObject)
        .filter(({ type }) => type === 'tools.listed');
    };
    const start = await (await ask('GET', '/events?topics=connections&seconds=0', { key: ann })).text();
    const first = /^id: (.*)$/m.exec(start)?.[1] ?? '';
    for (let n = 0; n < 5; n += 1) await rpc(ann, '/mcp', 'tools/list');
    expect(await eventsOf(ann)).toMatchObject([{ caller: 'ann', endpoint: '/mcp', tools: expect.any(Number) }]);
    expect(await eventsOf(bob)).toEqual([]);
  });

  it('are not those that may not see the endpoint', async () => {
    const { bob, root, rpc, list } = await open();
    expect((await rpc(bob, '/agents/none/mcp', 'tools/list')).status).toBe(404);
    expect(await list(root)).toEqual([]);
  });
});
