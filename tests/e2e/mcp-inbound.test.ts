/** Live MCP servers on the official packages, imported and called through the gateway: over HTTP in both generations, and over stdio. */
import { execFileSync } from 'node:child_process';
import { createClient } from '@dragoman/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectMcp, generations } from '../../packages/server/src/mcp.support.js';
import type { GatewayServer } from './gateway-server.js';
import { startGatewayServer } from './gateway-server.js';
import type { ListeningMcp } from './mcp-servers.js';
import { serverScript, startMcpServer } from './mcp-servers.js';

const stdio = [
  { name: 'modern', command: process.execPath, args: [serverScript] },
  { name: 'older', command: process.execPath, args: [serverScript, '--session'] },
  { name: 'broken', command: '/no/such/program' },
];

let gateway: GatewayServer;
let upstreams: ListeningMcp[];

/** A gateway with new servers over stdio for each test that harms them, or for all tests of a suite that does not. */
function startGateway(before: typeof beforeAll | typeof beforeEach, after: typeof afterAll | typeof afterEach): void {
  before(async () => {
    upstreams = [];
    gateway = await startGatewayServer({ 'mcp.stdio': stdio, 'limits.concurrency': 2000 });
  });
  after(async () => {
    await gateway.server.close();
    for (const upstream of upstreams) await upstream.stop();
  });
}

async function importUrl(url: string): Promise<string> {
  const { json } = await gateway.ask('POST', '/imports', { items: [{ url }], report: true });
  const [result] = json.results as { id?: string; error?: unknown }[];
  if (result?.id === undefined) throw new Error(JSON.stringify(json));
  return result.id;
}

async function addresses(kind: string): Promise<string> {
  if (kind.startsWith('stdio')) return kind;
  const upstream = await startMcpServer({ sessions: kind === 'sessions' });
  upstreams.push(upstream);
  return kind === 'marked' ? `mcp+${upstream.url}/somewhere` : `${upstream.url}/mcp`;
}

const invoke = (id: string, tool: string, input: unknown = {}) =>
  gateway.ask('POST', `/agents/${id}/invoke/${tool}`, input);

describe.each(['stateless', 'sessions', 'marked', 'stdio:modern', 'stdio:older'])('a live server: %s', (kind) => {
  startGateway(beforeAll, afterAll);

  it('becomes an entry whose tools can be called from every face', async () => {
    const id = await importUrl(await addresses(kind));
    const entry = (await gateway.ask('GET', `/agents/${id}`)).json;
    expect(entry).toMatchObject({ name: 'fixture', version: '1.2.3' });
    const sum = await invoke(id, 'add', { a: 2, b: 40 });
    expect([sum.status, sum.json]).toEqual([200, { sum: 42 }]);
    expect((await invoke(id, 'add', { a: 'two' })).status).toBe(400);
    const failed = await invoke(id, 'busy');
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([429, '9']);
    expect((await invoke(id, 'test_error_handling')).status).toBe(409);
    expect((await invoke(id, 'wipe')).status).toBe(428);
  });

  it.each(generations)('forwards parts, progress and errors to a client of %s', async (_, negotiation) => {
    const id = await importUrl(await addresses(kind));
    const client = await connectMcp(`${gateway.url}/agents/${id}/mcp`, { negotiation });
    const mixed = await client.callTool({ name: 'test_multiple_content_types', arguments: {} });
    expect(mixed.content.map(({ type }) => type)).toEqual(['text', 'image', 'resource']);
    expect(mixed.structuredContent).toBeUndefined();
    const seen: number[] = [];
    const slow = await client.callTool(
      { name: 'test_tool_with_progress', arguments: {} },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    expect([seen, slow.content]).toEqual([[0, 50, 100], [{ type: 'text', text: 'done' }]]);
    const sdk = createClient({ baseUrl: gateway.url, allowInsecure: true });
    const events: string[] = [];
    const answer = await sdk.agents.invoke(
      id,
      {},
      { operation: 'test_tool_with_progress', onEvent: ({ event, data }) => events.push(`${event} ${data}`) },
    );
    expect(events.slice(0, 2)).toEqual([
      'progress {"progress":0,"total":100,"message":"at 0"}',
      'progress {"progress":50,"total":100,"message":"at 50"}',
    ]);
    expect(events.at(-1)).toBe('done {"status":200,"findings":[]}');
    expect(answer).toMatchObject({ status: 200, verdict: 'unchecked' });
    const busy = await client.callTool({ name: 'busy', arguments: {} });
    expect(busy).toMatchObject({
      isError: true,
      content: [
        {
          type: 'text',
          text: expect.stringMatching(/^Error \(RATE_LIMITED\): .* in 9 seconds\.[^\n]*\n.*\ncome back later$/),
        },
      ],
      _meta: { 'dragoman/code': 'RATE_LIMITED', 'dragoman/retryable': true, 'dragoman/retry_after': 9 },
    });
    const refused = await client.callTool({ name: 'wipe', arguments: {} });
    expect(JSON.stringify(refused.content)).toMatch(/It would call the tool 'wipe' of (?:http|stdio:).* confirm_call/);
    const { 'dragoman/confirm': confirmation } = refused._meta as { 'dragoman/confirm': { token: string } };
    const confirm = { name: 'confirm_call', arguments: { token: confirmation.token } };
    expect(await client.callTool(confirm)).toMatchObject({ content: [{ text: 'wiped' }] });
    expect(await client.callTool(confirm)).toMatchObject({ isError: true });
    await client.close();
  });
});

describe.each(['stateless', 'sessions', 'stdio:modern', 'stdio:older'])(
  'concurrent calls of several callers to one server: %s',
  (kind) => {
    startGateway(beforeAll, afterAll);

    it('return each caller the response to its own call', async () => {
      const id = await importUrl(await addresses(kind));
      const words = ['one', 'two', 'three', 'four'];
      const answers = await Promise.all(words.map((word, at) => invoke(id, 'wait', { ms: 50 + at * 100, word })));
      expect(answers.map(({ json }) => json.word)).toEqual(words);
    });

    it('notify the server when a caller cancels', async () => {
      const id = await importUrl(await addresses(kind));
      await invoke(id, 'wait');
      const leave = new AbortController();
      const left = fetch(`${gateway.url}/agents/${id}/invoke/wait`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ms: 20_000, word: kind }),
        signal: leave.signal,
      });
      setTimeout(() => leave.abort(), 300);
      await expect(left).rejects.toThrow();
      await expect
        .poll(async () => (await invoke(id, 'taken_back')).json, { timeout: 10_000 })
        .toEqual({ words: [kind] });
    });
  },
);

describe.each(['stateless', 'stdio:modern'])('a keyed call that broke off: %s', (kind) => {
  startGateway(beforeEach, afterEach);

  it('AIDIP-GATE-10: is not executed a second time, and is not marked as retryable', async () => {
    const id = await importUrl(await addresses(kind));
    const crash = () =>
      fetch(`${gateway.url}/agents/${id}/invoke/crash`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: '{}',
      });
    const first = await crash();
    expect([first.status, await first.json()]).toMatchObject([502, { retryable: false, outcome_unknown: true }]);
    const again = await crash();
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'OUTCOME_UNKNOWN' }]);
  });
});

describe('sessions that were opened only to read a list', () => {
  startGateway(beforeEach, afterEach);

  it('are ended', async () => {
    const url = await addresses('sessions');
    await importUrl(url);
    await importUrl(url);
    const open = async () => (await fetch(`${upstreams[0]?.url}/sessions`)).text();
    await expect.poll(open).toBe('0');
  });
});

describe('servers that misbehave', () => {
  startGateway(beforeEach, afterEach);

  it('get a new session after they have lost one', async () => {
    const id = await importUrl(await addresses('sessions'));
    expect((await invoke(id, 'add', { a: 1, b: 1 })).json).toEqual({ sum: 2 });
    await fetch(`${upstreams[0]?.url}/forget`, { method: 'POST' });
    expect((await invoke(id, 'add', { a: 1, b: 2 })).json).toEqual({ sum: 3 });
  });

  it.each(['stdio:modern', 'stateless'])('cannot harm the gateway by flooding or crashing: %s', async (kind) => {
    const id = await importUrl(await addresses(kind));
    const flood = await invoke(id, 'flood');
    expect([flood.status, flood.json.code]).toEqual([
      502,
      kind === 'stateless' ? 'ANSWER_TOO_LARGE' : 'UPSTREAM_ERROR',
    ]);
    if (kind === 'stateless') return;
    await expect.poll(async () => (await invoke(id, 'add', { a: 1, b: 1 })).status, { timeout: 10_000 }).toBe(200);
    const crash = await invoke(id, 'crash');
    expect(crash.status).toBe(502);
    await expect.poll(async () => (await invoke(id, 'add', { a: 1, b: 1 })).status, { timeout: 10_000 }).toBe(200);
  });

  it('are rejected if they are not configured or cannot be started', async () => {
    for (const [url, code] of [
      ['stdio:unknown', 'UPSTREAM_REFUSED'],
      ['stdio:broken', 'UPSTREAM_ERROR'],
    ] as const) {
      const { json } = await gateway.ask('POST', '/imports', { items: [{ url }] });
      expect(json.results).toMatchObject([{ error: { code } }]);
    }
    const list = { server: 'stdio:modern', tools: [{ name: 'add', inputSchema: { type: 'object' } }] };
    const { json } = await gateway.ask('POST', '/imports', { items: [{ document: list }] });
    const [{ id = '' } = {}] = json.results as { id?: string }[];
    expect((await invoke(id, 'add')).status).toBe(503);
  });

  it('leave no process behind after 1,000 concurrent calls', async () => {
    const id = await importUrl('stdio:modern');
    const pids = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => invoke(id, 'who')));
      for (const { status, json } of answers) {
        expect(status).toBe(200);
        pids.add(Number(json.pid));
      }
    }
    expect(pids.size).toBe(1);
    await gateway.server.close();
    for (const pid of pids) expect(isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}
