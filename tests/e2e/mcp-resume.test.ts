/** Streams of MCP calls that break: the client resumes them in its session, and nobody else does. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { ListeningMcp } from './mcp-servers.js';
import { startMcpServer } from './mcp-servers.js';

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

function post(message: object, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  const init = { method: 'POST', headers: { ...usual, ...headers }, body, ...(signal === undefined ? {} : { signal }) };
  return fetch(`${gateway.url}/agents/tools/mcp`, init);
}

async function openSession(): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const response = await post({ id: 0, method: 'initialize', params }, {});
  await response.text();
  return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
}

const resume = (session: Record<string, string>, id: string) =>
  fetch(`${gateway.url}/agents/tools/mcp`, { headers: { ...usual, ...session, 'last-event-id': id } });

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
  const cut = new AbortController();
  const call = {
    id: 7,
    method: 'tools/call',
    params: { name: 'test_tool_with_progress', arguments: {}, _meta: { progressToken: 'p' } },
  };
  const stream = await post(call, session, cut.signal);
  const seen = await readUntil(stream, '"progress":0');
  cut.abort();
  const id = [...seen.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1] ?? '';
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
