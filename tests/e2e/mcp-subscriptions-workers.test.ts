/** Subscriptions to resources of a stdio server with several workers: one child serves all of them, and each may die. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import { serverScript } from './mcp-servers.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const uri = 'dragoman://shared/test://watched-resource';
const workers = 3;
const started: ServerProcess[] = [];
const clients: Client[] = [];
/** What the clients report, for messages of failing tests. */
const errors: string[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-watches-'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  for (const server of started.splice(0)) await server.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(store: string): Promise<ServerProcess> {
  const stdio = [{ name: 'shared', command: process.execPath, args: [serverScript, '--session'] }];
  const server = await startServerProcess({
    cwd: folder,
    env: {
      DRAGOMAN_WORKERS: String(workers),
      DRAGOMAN_STORE_PATH: join(folder, store),
      DRAGOMAN_SEARCH_EMBEDDER: 'none',
      DRAGOMAN_MCP_STDIO: JSON.stringify(stdio),
    },
  });
  started.push(server);
  await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('Dragoman listens on');
  return server;
}

async function ask(server: ServerProcess, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

async function register(server: ServerProcess): Promise<void> {
  const body = { items: [{ url: 'stdio:shared', curation: { id: 'shared' } }] };
  const { status, text } = await ask(server, '/imports', body);
  expect(status, text).toBe(200);
}

const change = (server: ServerProcess) => ask(server, '/agents/shared/invoke/change_resource', {});

/** Connects clients, which reach any worker with each request. */
async function connect(server: ServerProcess, count: number): Promise<string[][]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = await connectMcp(`${server.url}/mcp`, { negotiation: generations[1][1], maxRetries: 20 });
      clients.push(client);
      const seen: string[] = [];
      client.onerror = (error) => void errors.push(error.message);
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => void seen.push(params.uri));
      return seen;
    }),
  );
}

/** Every client gets an update for a change after this. */
async function expectUpdates(server: ServerProcess, all: readonly string[][]): Promise<void> {
  const before = all.map((seen) => seen.length);
  await expect
    .poll(
      async () => {
        expect((await change(server)).status).toBe(200);
        return all.every((seen, at) => seen.length > (before[at] ?? 0));
      },
      { timeout: 20_000, interval: 500, message: errors.join('\n') },
    )
    .toBe(true);
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

it.skipIf(process.platform !== 'linux')(
  'reports updates to the clients of all workers, after the end of the child and of each worker',
  async () => {
    const server = await start('deaths.db');
    const before = await childrenOf(server.pid);
    await register(server);
    const all = await connect(server, 6);
    for (const client of clients) {
      await expect
        .poll(() => client.subscribeResource({ uri }).then(() => true, String), { timeout: 10_000 })
        .toBe(true);
    }
    await expectUpdates(server, all);
    await ask(server, '/agents/shared/invoke/crash', {});
    await expectUpdates(server, all);
    // One after the other, so that whichever worker watches or has a stream dies.
    for (const worker of before) {
      process.kill(worker, 'SIGKILL');
      await expect.poll(async () => (await childrenOf(server.pid)).includes(worker), { timeout: 20_000 }).toBe(false);
      await expectUpdates(server, all);
    }
    for (const client of clients) await client.unsubscribeResource({ uri });
    const state = await (await fetch(`${server.url}/servers`)).text();
    expect(state).toContain('"restarts":1');
  },
);

it('reports updates to a session that was opened before a restart of the whole server', async () => {
  const server = await start('restart.db');
  await register(server);
  const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
  const opened = await ask(server, '/mcp', message('initialize', { protocolVersion: '2025-11-25' }));
  const headers = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  await expect
    .poll(async () => (await ask(server, '/mcp', message('resources/subscribe', { uri }), headers)).text)
    .toContain('"result":{}');
  await server.kill();
  const again = await start('restart.db');
  const stream = await fetch(`${again.url}/mcp`, { headers: { ...headers, accept: 'text/event-stream' } });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk as Uint8Array);
    if (text.includes('notifications/resources/updated')) break;
  }
  expect(text).toContain(uri);
});

it('refuses the 201st resource of a caller, whichever workers watch the others', async () => {
  const server = await start('limit.db');
  await register(server);
  const uris = (client: number) => Array.from({ length: 50 }, (_, at) => `test://template/${client}-${at}/data`);
  const opened: Promise<string>[] = [];
  for (let at = 0; at < 5; at += 1) {
    const client = await connectMcp(`${server.url}/agents/shared/mcp`, { negotiation: generations[0][1] });
    clients.push(client);
    const listened = client.listen({ resourceSubscriptions: uris(at) });
    opened.push(listened.then(() => 'watched', String));
    await opened.at(-1);
  }
  const outcomes = await Promise.all(opened);
  expect(outcomes.slice(0, 4)).toEqual(['watched', 'watched', 'watched', 'watched']);
  expect(outcomes[4]).toContain('200 resources for you');
});
