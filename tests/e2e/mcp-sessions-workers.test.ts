/** Sessions with an MCP server over HTTP, which keeps state in them, with several workers: each request may reach another one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { ListeningMcp } from './mcp-servers.js';
import { askingScript, startMcpServer } from './mcp-servers.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const clients: Client[] = [];
let folder: string;
let upstream: ListeningMcp;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-sessions-'));
  upstream = await startMcpServer({ sessions: true, script: askingScript });
  server = await startServerProcess({
    cwd: folder,
    env: {
      DRAGOMAN_WORKERS: '3',
      DRAGOMAN_STORE_PATH: join(folder, 'store.db'),
      DRAGOMAN_SEARCH_EMBEDDER: 'none',
      DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1',
      DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    },
  });
  await vi.waitFor(() => expect(server.output()).toContain('Dragoman listens on'), { timeout: 60_000 });
  const body = JSON.stringify({ items: [{ url: `${upstream.url}/mcp`, curation: { id: 'asking' } }] });
  const added = await separately(`${server.url}/imports`, { method: 'POST', headers: json, body });
  expect(added.status, await added.text()).toBe(200);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(async () => {
  await server?.stop();
  await upstream?.stop();
  await rm(folder, { recursive: true, force: true });
});

const json = { 'content-type': 'application/json' };

/** Every request has a connection of its own; connections are handed to the workers in turn. */
const separately = (url: string | URL, { headers, ...init }: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(headers)), connection: 'close' } });

async function connect(capabilities: object): Promise<Client> {
  const negotiation = generations[1][1];
  const url = `${server.url}/agents/asking/mcp`;
  const client = await connectMcp(url, { negotiation, capabilities, fetch: separately });
  if ('elicitation' in capabilities) {
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { size: 'L' } }));
  }
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, input: object = {}): Promise<string> {
  const result = await client.callTool({ name, arguments: { ...input } });
  return String((result as { content: { text?: string }[] }).content[0]?.text);
}

describe.each([
  ['its user', { elicitation: {} }],
  ['its user and its roots', { elicitation: {}, roots: {} }],
])('a client that can be asked for %s', (_, capabilities) => {
  it('finds what the server keeps in its session, and another client does not', async () => {
    const [one, other] = [await connect(capabilities), await connect(capabilities)];
    for (const value of ['a', 'b']) {
      await call(one, 'remember', { id: value });
      for (let times = 0; times < 4; times += 1) expect(await call(one, 'recall')).toBe(`["${value}"]`);
      expect(await call(other, 'recall')).toBe('["nothing"]');
    }
  });

  it('is asked on the stream of the session, one call after the other and at the same time', async () => {
    const client = await connect(capabilities);
    const answer = JSON.stringify([{ action: 'accept', content: { size: 'L' } }]);
    for (let times = 0; times < 6; times += 1) expect(await call(client, 'elsewhere_ask_user')).toBe(answer);
    const calls = Array.from({ length: 6 }, () => call(client, 'elsewhere_ask_user'));
    expect(await Promise.all(calls)).toEqual(calls.map(() => answer));
  });
});

it('is one session for the clients that cannot be asked', async () => {
  const client = await connect({});
  await call(client, 'remember', { id: 'c' });
  for (let times = 0; times < 4; times += 1) expect(await call(client, 'recall')).toBe('["c"]');
});
