/** Calls over real sockets on both sides: callers, a listening server, and a service. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import type { DragomanServer } from '@dragoman/server';
import { createServer, loadConfig } from '@dragoman/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import { freePort } from './free-port.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';

let agent: SampleAgent;
let server: DragomanServer;
let store: Store;
let url: string;

async function start(flags: Record<string, unknown> = {}): Promise<void> {
  const settings = {
    'log-level': 'silent',
    port: 0,
    'outbound.allow': ['127.0.0.1'],
    'outbound.allowHttp': true,
    'upstream.firstByteTimeoutMs': 300,
    'upstream.attempts': 2,
    ...flags,
  };
  const config = loadConfig({ cwd: '/', environment: {}, flags: settings, readFile: absent });
  store = createMemoryStore();
  server = await createServer(config, { store });
  ({ url } = await server.listen());
}

function absent(): never {
  throw Object.assign(new Error('none'), { code: 'ENOENT' });
}

async function register(id: string, endpoint: string, more: Record<string, unknown> = {}): Promise<void> {
  const response = await post('/agents', agentDocument(id, { endpoint, ...more }));
  expect([id, response.status, await response.text()]).toMatchObject([id, 201, expect.anything()]);
}

function post(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string>) };
  return fetch(`${url}${path}`, { ...init, method: 'POST', body: JSON.stringify(body), headers });
}

/** A call that its caller can abort, on a separate connection. */
function leave(path: string, body: unknown, more: Record<string, string> = {}) {
  const sent = request(`${url}${path}`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...more },
  });
  const answer = new Promise<IncomingMessage | undefined>((resolve) => {
    sent.on('response', resolve).on('error', () => resolve(undefined));
  });
  sent.end(JSON.stringify(body));
  return { answer, leave: () => sent.destroy() };
}

async function until(what: () => boolean): Promise<void> {
  for (let looks = 0; looks < 500 && !what(); looks += 1) await sleep(10);
  expect(what()).toBe(true);
}

beforeAll(async () => {
  agent = await startSampleAgent();
});
beforeEach(() => {
  agent.seen.length = 0;
  agent.left.length = 0;
});
afterEach(() => server.close());
afterAll(() => agent.close());

describe('calls over the network', () => {
  it('reach the service and return its response', async () => {
    await start();
    await register('echo', agent.at('/echo?tenant=7'));
    const answer = await post('/agents/echo/invoke', { harbour: 'Gdansk' });
    expect([answer.status, await answer.json()]).toEqual([200, { harbour: 'Gdansk' }]);
    expect(agent.seen).toMatchObject([{ path: '/echo?tenant=7', body: { harbour: 'Gdansk' } }]);
  });

  it('[AIDIP-GATE-07] end in 502, 504 or 503 when the agent cannot be reached, hangs or is off', async () => {
    await start();
    await register('gone', `http://127.0.0.1:${await freePort()}/`);
    await register('hangs', agent.at('/hang'));
    await register('off', agent.at('/echo'), { status: 'inactive' });
    const rows = [];
    for (const id of ['gone', 'hangs', 'off']) {
      const answer = await post(`/agents/${id}/invoke`, {});
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect(error.message.length).toBeGreaterThan(0);
      rows.push([id, answer.status, error.code]);
    }
    expect(rows).toEqual([
      ['gone', 502, 'UpstreamError'],
      ['hangs', 504, 'Timeout'],
      ['off', 503, 'AgentUnavailable'],
    ]);
  });

  it('[AIDIP-ERR-07] return a failure of the agent as 5xx with the error object; a timeout is neither 400 nor 200', async () => {
    await start();
    await register('faulty', agent.at('/fault'));
    await register('hangs', agent.at('/hang'));
    const fault = await post('/agents/faulty/invoke', {});
    expect([fault.status, await fault.json()]).toMatchObject([500, { error: { code: 'AgentError' } }]);
    const late = await post('/agents/hangs/invoke', {});
    expect([late.status, await late.json()]).toMatchObject([504, { error: { code: 'Timeout' } }]);
  });

  it('[AIDIP-GATE-10] are retried after a broken connection only if that is safe', async () => {
    await start();
    await register('once', agent.at('/reset/once'));
    await register('pure', agent.at('/reset/pure'), { idempotent: true });
    await register('keyed', agent.at('/reset/keyed'), { idempotency_key: true });
    const tries = (path: string) => agent.seen.filter((request) => request.path === path).length;
    expect((await post('/agents/once/invoke', {})).status).toBe(502);
    expect((await post('/agents/pure/invoke', {})).status).toBe(502);
    expect((await post('/agents/keyed/invoke', {})).status).toBe(502);
    expect([tries('/reset/once'), tries('/reset/pure'), tries('/reset/keyed')]).toEqual([1, 2, 1]);
    const headers = { 'idempotency-key': 'k-1' };
    expect((await post('/agents/keyed/invoke', {}, { headers })).status).toBe(502);
    expect(tries('/reset/keyed')).toBe(3);
    const keys = agent.seen.flatMap((request) => request.headers['idempotency-key'] ?? []);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('[AIDIP-SEC-02] never use plain http, unless the operator allowed the host', async () => {
    const flags = { 'outbound.allowHttp': false };
    await start(flags);
    await register('plain', agent.at('/echo'));
    const refused = await post('/agents/plain/invoke', {});
    expect([refused.status, await refused.json()]).toMatchObject([502, { code: 'UPSTREAM_REFUSED' }]);
    await server.close();
    await start({ 'outbound.allow': [] });
    await register('unnamed', agent.at('/echo'));
    expect((await post('/agents/unnamed/invoke', {})).status).toBe(502);
    const imported = await post('/imports', { items: [{ url: agent.at('/card') }] });
    expect(JSON.stringify(await imported.json())).toContain('UPSTREAM_REFUSED');
    expect(agent.seen).toEqual([]);
    await server.close();
    await start();
    await register('named', agent.at('/echo'));
    expect((await post('/agents/named/invoke', {})).status).toBe(200);
  });
});

describe('callers that disconnect', () => {
  it('get the response of a keyed call when they repeat it, and the service executed it once', async () => {
    await start({ 'upstream.firstByteTimeoutMs': 60_000 });
    await register('once', agent.at('/gate/keyed'));
    const key = { 'idempotency-key': 'k-7' };
    const impatient = leave('/agents/once/invoke', { harbour: 'x' }, key);
    await until(() => agent.seen.length === 1);
    impatient.leave();
    await impatient.answer;
    const early = await post('/agents/once/invoke', { harbour: 'x' }, { headers: key });
    expect([early.status, await early.json()]).toMatchObject([409, { code: 'CALL_RUNNING', retryable: true }]);
    agent.open('keyed');
    let again = await post('/agents/once/invoke', { harbour: 'x' }, { headers: key });
    for (let tries = 0; tries < 200 && again.status === 409; tries += 1) {
      await sleep(10);
      again = await post('/agents/once/invoke', { harbour: 'x' }, { headers: key });
    }
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await again.json()).toEqual({ harbour: 'x' });
    expect([agent.seen.length, agent.left]).toEqual([1, []]);
  });
});

describe('streams over the network', () => {
  it('[AIDIP-FLOW-02] [AIDIP-FLOW-03] [PROF-LRO-11] forward chunks while the agent still works, and end with done', async () => {
    await start();
    await register('streamer', agent.at('/stream/one'));
    await register('whole', agent.at('/echo'));
    const answer = await post('/agents/streamer/invoke', { stream: true });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const first = await reader.read();
    expect(new TextDecoder().decode(first.value)).toBe('data: {"part":1}\n\n');
    agent.open('one');
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      rest += new TextDecoder().decode(next.value);
    }
    expect(rest).toBe('data: {"part":2}\n\nevent: done\ndata: {}\n\n');
    const whole = await post('/agents/whole/invoke', { stream: true, harbour: 'x' });
    expect([whole.headers.get('content-type'), await whole.json()]).toEqual(['application/json', { harbour: 'x' }]);
  });

  it('forward other streams unchanged', async () => {
    await start();
    await register('lines', agent.at('/lines/two'));
    const answer = await post('/agents/lines/invoke', {}, { headers: { accept: 'text/event-stream' } });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"part":1}\n');
    agent.open('two');
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"part":2}\n');
    expect((await reader.read()).done).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  });

  it('are aborted upstream when the caller disconnects, in the middle of a stream and before any response', async () => {
    await start({ 'upstream.firstByteTimeoutMs': 60_000 });
    await register('streamer', agent.at('/stream/never'));
    await register('hangs', agent.at('/hang'));
    const streaming = leave('/agents/streamer/invoke', { stream: true });
    await once((await streaming.answer) as IncomingMessage, 'data');
    streaming.leave();
    await until(() => agent.left.includes('/stream/never'));
    const waiting = leave('/agents/hangs/invoke', {});
    await until(() => agent.seen.some(({ path }) => path === '/hang'));
    waiting.leave();
    await until(() => agent.left.includes('/hang'));
    await server.close();
    const records = await store.audit.list({ limit: 10, action: 'call' });
    expect(records.map(({ code }) => code)).toEqual(['CANCELLED', 'CANCELLED']);
  });
});

describe('background calls over the network', () => {
  it('may take longer than other calls, up to their own timeout', async () => {
    await start({ 'upstream.firstByteTimeoutMs': 50, 'upstream.totalTimeoutMs': 50, 'gateway.runs.timeoutSeconds': 1 });
    await register('slow', agent.at('/gate/background'));
    await register('hangs', agent.at('/hang'));
    const prefer = { headers: { prefer: 'respond-async' } };
    const [slow, hangs] = [
      await post('/agents/slow/invoke', {}, prefer),
      await post('/agents/hangs/invoke', {}, prefer),
    ];
    const read = async (accepted: Response) => {
      const answer = await fetch(`${url}${accepted.headers.get('location')}`);
      return (await answer.json()) as { state: string; failure?: { code: string } };
    };
    await sleep(150);
    expect((await read(slow)).state).toBe('running');
    agent.open('background');
    let [done, late] = [await read(slow), await read(hangs)];
    for (let looks = 0; looks < 500 && (done.state === 'running' || late.state === 'running'); looks += 1) {
      await sleep(10);
      [done, late] = [await read(slow), await read(hangs)];
    }
    expect([done.state, late.state, late.failure?.code]).toEqual(['succeeded', 'failed', 'UPSTREAM_TIMEOUT']);
  });
});
