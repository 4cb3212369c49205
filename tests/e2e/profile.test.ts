/** The conditions of the agent-friendly profile (§18) on our own API that need real sockets. */
import type { Store } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import type { DragomanServer } from '@dragoman/server';
import { createLogger, createServer, loadConfig } from '@dragoman/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import { sendBytes } from './raw-request.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';

let agent: SampleAgent;
let server: DragomanServer;
let store: Store;
let url: string;
let port: number;
let lines: string[];

beforeAll(async () => {
  agent = await startSampleAgent();
});
afterEach(() => server.close());
afterAll(() => agent.close());

async function start(flags: Record<string, unknown> = {}): Promise<void> {
  const settings = { port: 0, 'outbound.allow': ['127.0.0.1'], 'outbound.allowHttp': true, 'upstream.attempts': 1 };
  lines = [];
  const logger = createLogger({ level: 'info', pretty: false }, { write: (line) => lines.push(line) });
  store = createMemoryStore();
  const config = loadConfig({ cwd: '/nowhere', environment: {}, flags: { ...settings, ...flags } });
  server = await createServer(config, { store, logger });
  ({ url, port } = await server.listen());
}

function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${url}${path}`, {
    method,
    headers: { ...type, ...headers },
    ...(body === undefined ? {} : { body: sent }),
  });
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

/** A request, and the expected status, code and retryable flag. */
const faults: Array<[what: string, send: () => Promise<Response>, status: number, code: string, retryable: boolean]> = [
  ['malformed JSON', () => ask('POST', '/agents', '{"a":'), 400, 'MALFORMED_JSON', false],
  ['an invalid document', () => ask('POST', '/agents', { id: 1 }), 400, 'INVALID_INPUT', false],
  ['an invalid search', () => ask('POST', '/agents/search', { top: -1, skip: 'x' }), 400, 'INVALID_INPUT', false],
  ['a forged cursor', () => ask('GET', '/agents?cursor=x'), 400, 'INVALID_CURSOR', false],
  [
    'an invalid key',
    () => ask('GET', '/agents', undefined, { authorization: `Bearer dgm_${'0'.repeat(16)}_${'x'.repeat(43)}` }),
    401,
    'INVALID_CREDENTIAL',
    false,
  ],
  ['an unknown agent', () => ask('GET', '/agents/nobody'), 404, 'NOT_FOUND', false],
  ['an unknown path', () => ask('GET', '/nowhere'), 404, 'NOT_FOUND', false],
  ['an unsupported method', () => ask('PUT', '/agents/search', {}), 405, 'METHOD_NOT_ALLOWED', false],
  [
    'an unsupported media type',
    () => ask('POST', '/agents', 'x', { 'content-type': 'text/plain' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    false,
  ],
  [
    'a failed precondition',
    () => ask('PUT', '/agents/echo', agentDocument('echo'), { 'if-match': '"other"' }),
    412,
    'PRECONDITION_FAILED',
    false,
  ],
  ['a URL that is too long', () => ask('GET', `/agents?tags=${'x'.repeat(9000)}`), 414, 'URI_TOO_LONG', false],
  ['a service that aborts its response', () => ask('POST', '/agents/reset/invoke', {}), 502, 'UPSTREAM_ERROR', false],
];

describe('our own API, by the summary of the profile', () => {
  it('[PROF-SUM-08] [PROF-ERR-01] [PROF-ERR-02] [PROF-ERR-03] reports every error in one format, with a stable code and a retryable flag', async () => {
    await start();
    for (const id of ['echo', 'reset'])
      await ask('POST', '/agents', agentDocument(id, { endpoint: agent.at(`/${id}`) }));
    for (const [what, send, status, code, retryable] of faults) {
      for (let again = 0; again < 2; again += 1) {
        const answer = await send();
        expect([what, answer.status, answer.headers.get('content-type')]).toEqual([
          what,
          status,
          'application/problem+json',
        ]);
        expect(await answer.json(), what).toMatchObject({
          type: expect.stringMatching(/^\/problems\//),
          title: expect.any(String),
          status,
          detail: expect.any(String),
          code,
          retryable,
          trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          error: { code: expect.any(String), message: expect.any(String) },
        });
      }
    }
    const both = (await (await ask('POST', '/agents/search', { top: -1, skip: 'x' })).json()) as {
      field_errors: { field: string }[];
    };
    expect(both.field_errors.map(({ field }) => field).sort()).toEqual(['skip', 'top']);
    const { text: unreadable } = await sendBytes(port, ['NONSENSE\r\n\r\n']);
    expect(unreadable).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json[\s\S]*"retryable":false/);
  });

  it('[PROF-SUM-09] executes a keyed write once, within the documented lifetime and scope', async () => {
    await start();
    const { id: _, ...nameless } = agentDocument('x');
    const send = (key: string, body: object = nameless) => ask('POST', '/agents', body, { 'idempotency-key': key });
    const [first, second] = [await send('one'), await send('one')];
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(await second.json()).toEqual(await first.json());
    const other = await send('one', { ...nameless, name: 'Another' });
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'IDEMPOTENCY_CONFLICT', retryable: false }]);
    expect((await (await ask('GET', '/agents/public')).json()) as object).toMatchObject({ count: 1 });
    const api = (await (await ask('GET', '/openapi.json')).json()) as Api;
    const writes = Object.values(api.paths).flatMap((item) => Object.values(item).filter(isWrite));
    expect(writes.length).toBeGreaterThan(10);
    for (const { operationId, parameters = [], 'x-agent': metadata } of writes) {
      const header = parameters.find(({ name }) => name === 'Idempotency-Key');
      expect(header?.description, operationId).toMatch(/24 hours|PT24H/);
      expect(header?.description, operationId).toMatch(/per caller and operation/);
      expect(metadata.idempotency, operationId).toMatchObject({ name: 'Idempotency-Key', window: 'PT24H' });
      expect(String(metadata.idempotency?.scope), operationId).toMatch(/per caller and operation/);
    }
  });

  it('[PROF-SUM-11] [PROF-RATE-01] [PROF-RATE-04] [PROF-LRO-05] reports limits, delays and polling intervals as numbers', async () => {
    await start({ 'limits.localPerMinute.search': 3 });
    const left: number[] = [];
    let refused: Response | undefined;
    for (let n = 0; n < 4; n += 1) {
      const answer = await ask('POST', '/agents/search', {});
      expect(answer.headers.get('ratelimit-policy')).toBe('"search";q=3;w=60;qu="requests"');
      left.push(Number(answer.headers.get('ratelimit-remaining')));
      if (answer.status === 429) refused = answer;
      else await answer.text();
    }
    expect(left).toEqual([2, 1, 0, 0]);
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(await refused?.json()).toMatchObject({ code: 'RATE_LIMITED', retryable: true, retry_after: wait });
    await ask('POST', '/agents', agentDocument('gate', { endpoint: agent.at('/gate/profile') }));
    const accepted = await ask('POST', '/agents/gate/invoke', {}, { prefer: 'respond-async' });
    expect([accepted.status, Number(accepted.headers.get('retry-after')) >= 0]).toEqual([202, true]);
    const place = accepted.headers.get('location') ?? '';
    const running = await ask('GET', place);
    expect(running.headers.get('retry-after')).toMatch(/^\d+$/);
    agent.open('profile');
    let ended = running;
    for (let n = 0; n < 200 && ended.headers.has('retry-after'); n += 1) ended = await ask('GET', place);
    expect(await ended.json()).toMatchObject({ state: 'succeeded' });
  });

  it('[PROF-SUM-13] [PROF-OBS-02] accepts a correlation id, propagates it to called services, and logs it with the caller', async () => {
    await start();
    await ask('POST', '/agents', agentDocument('echo', { endpoint: agent.at('/echo') }));
    const before = agent.seen.length;
    const answer = await ask('POST', '/agents/echo/invoke', {}, { traceparent, 'x-request-id': 'order-7' });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'order-7']);
    expect(answer.headers.get('traceparent')).toContain(traceId);
    const reached = agent.seen.slice(before).map(({ headers }) => headers);
    expect(reached).toMatchObject([{ 'x-request-id': 'order-7', traceparent: expect.stringContaining(traceId) }]);
    const logged = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.trace_id === traceId);
    expect(logged).toMatchObject([{ caller: 'local', route: '/agents/{id}/invoke', status: 200 }]);
    await server.close();
    const records = await store.audit.list({ limit: 100, action: 'call' });
    expect(records).toMatchObject([{ actor: 'local', target: 'echo', traceId }]);
  });
});

interface Operation {
  operationId: string;
  parameters?: Array<{ name: string; description: string }>;
  'x-agent': { read_only?: boolean; idempotency?: Record<string, string> };
}
type Api = { paths: Record<string, Record<string, Operation>> };

function isWrite(operation: Operation): boolean {
  return operation['x-agent'].read_only === false;
}
