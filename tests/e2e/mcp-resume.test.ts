/** Streams of MCP calls that break: the client resumes them in its session, and nobody else does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { ListeningMcp } from './mcp-servers.js';
import { serverScript, startMcpServer } from './mcp-servers.js';
import { startServerProcess } from './server-process.js';

let gateway: GatewayServer;
let upstream: ListeningMcp;
beforeAll(async () => {
  upstream = await startMcpServer();
  gateway = await startGatewayServer();
  await gateway.ask('POST', '/imports', { items: [{ url: `${upstream.url}/mcp`, curation: { id: 'tools' } }] });
});
afterAll(async () => {
  await gateway.server.close();
  await upstream.stop();
});

const usual = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': '2025-11-25',
};

interface Sending {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The server; the one of all tests by default. */
  url?: string;
}

function post(message: object, { headers = {}, signal, url = gateway.url }: Sending = {}): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  const init = { method: 'POST', headers: { ...usual, ...headers }, body, ...(signal === undefined ? {} : { signal }) };
  return fetch(`${url}/agents/tools/mcp`, init);
}

async function openSession(url = gateway.url): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const response = await post({ id: 0, method: 'initialize', params }, { url });
  await response.text();
  return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
}

const resume = (session: Record<string, string>, id: string, url = gateway.url) =>
  fetch(`${url}/agents/tools/mcp`, { headers: { ...usual, ...session, 'last-event-id': id } });

const call = {
  id: 7,
  method: 'tools/call',
  params: { name: 'test_tool_with_progress', arguments: {}, _meta: { progressToken: 'p' } },
};

/** Calls a tool and disconnects after its first event; returns the id of that event. */
async function breakCall(headers: Record<string, string>, url = gateway.url): Promise<string> {
  const cut = new AbortController();
  const seen = await readUntil(await post(call, { headers, signal: cut.signal, url }), '"progress":0');
  cut.abort();
  // One read may contain later events, too.
  return /^id: (\S+)\n(?:event: .*\n)?data: .*"progress":0\b/m.exec(seen)?.[1] ?? '';
}

/** Reads until the text contains this. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.includes(wanted)) break;
  }
  return text;
}

it('gives the session what it missed, and refuses an event of another session', async () => {
  const session = await openSession();
  const id = await breakCall(session);
  expect(id).toMatch(/^[\w-]{16}\.\d+$/);

  const other = await resume(await openSession(), id);
  expect([other.status, await other.text()]).toEqual([404, expect.stringContaining('No stream of this session')]);
  expect((await resume({}, id)).status).toBe(404);

  const rest = await (await resume(session, id)).text();
  expect(rest).toContain('"progress":100');
  expect(rest).not.toContain('"progress":0,');
  expect(rest).toContain('"id":7');
  // The stream has ended; its last event can still be asked for, and nothing follows it.
  const last = [...rest.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '';
  expect(await (await resume(session, last)).text()).toBe('');
});

it('gives the session what it missed at any worker of the server, and another session nothing', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'dragoman-resume-'));
  const stdio = [{ name: 'tools', command: process.execPath, args: [serverScript, '--session'] }];
  const server = await startServerProcess({
    cwd,
    env: {
      DRAGOMAN_WORKERS: '3',
      DRAGOMAN_STORE_PATH: join(cwd, 'store.db'),
      DRAGOMAN_SEARCH_EMBEDDER: 'none',
      DRAGOMAN_MCP_STDIO: JSON.stringify(stdio),
    },
  });
  try {
    const { url } = server;
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('Dragoman listens on');
    const body = JSON.stringify({ items: [{ url: 'stdio:tools', curation: { id: 'tools' } }] });
    const added = await fetch(`${url}/imports`, { method: 'POST', headers: usual, body });
    expect(added.status, await added.text()).toBe(200);
    const session = await openSession(url);
    // Connections are handed to the workers in turn.
    for (let round = 0; round < 4; round += 1) {
      const id = await breakCall(session, url);
      expect((await resume(await openSession(url), id, url)).status).toBe(404);
      const rest = await (await resume(session, id, url)).text();
      expect(rest).toContain('"id":7');
      expect(rest).not.toContain('"progress":0,');
    }
  } finally {
    await server.stop();
    await rm(cwd, { recursive: true, force: true });
  }
});
