/** The probe over real sockets: no findings on our own server; the known defects of a demo service and of a third-party server. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createNetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import type { DocumentProbeOptions, ProbeReport } from '@dragoman/lint/probe';
import { checks, probeDocument } from '@dragoman/lint/probe';
import { createLogger, createServer, loadConfig } from '@dragoman/server';
import jsonServer from 'json-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createOldLedger } from '../../packages/cli/src/demo/old-ledger.js';
import { startUpstream } from '../../packages/cli/src/demo/upstream.js';
import { agentDocument } from './agent-document.js';
import { describeBerths, startBerths } from './berths-api.js';

const closing: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const ports = {
  fetch: (input: string, init: RequestInit) => fetch(input, init),
  sleep: (milliseconds: number) => pause(milliseconds),
  now: Date.now,
  newId: randomUUID,
  signal: new AbortController().signal,
};

function probe(url: string, document: Uint8Array, options: Partial<DocumentProbeOptions> = {}): Promise<ProbeReport> {
  return probeDocument(document, {
    base: new URL(url),
    ports,
    ...options,
    limits: { rate: 1_000, requests: 2_000, ...options.limits },
  });
}

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const failures = ({ findings }: ProbeReport) =>
  findings.map(({ severity, rule, message }) => `${severity} ${rule}: ${message}`).sort();
const open = (report: ProbeReport) =>
  report.checks
    .filter(({ verdict }) => verdict === 'not determined')
    .map(({ id }) => id)
    .sort();

/** Our own server with five services, which requires the key. */
async function startOwn(flags: Record<string, unknown> = {}) {
  const store = createMemoryStore();
  const openServer = await startServer(store, {});
  const key = await (
    await post(`${openServer.url}/keys`, {
      name: 'probe',
      subject: 'probe',
      scopes: ['admin', 'registry:read', 'registry:write'],
    })
  ).json();
  const { key: secret } = key as { key: string };
  await openServer.close();
  const { url } = await startServer(store, { 'auth.mode': 'optional', ...flags });
  const credentials = { authorization: `Bearer ${secret}` };
  for (let n = 0; n < 5; n += 1) await post(`${url}/agents`, agentDocument(`agent-${n}`), credentials);
  const document = new Uint8Array(await (await fetch(`${url}/openapi.json`)).arrayBuffer());
  return { url, document, credentials };
}

async function startServer(store: Store, flags: Record<string, unknown>) {
  const config = loadConfig({
    cwd: '/nowhere',
    environment: {},
    flags: { port: 0, 'search.embedder': 'none', ...flags },
  });
  const logger = createLogger({ level: 'silent', pretty: false }, { write: () => undefined });
  const server = await createServer(config, { store, logger });
  closing.push(() => server.close());
  const { url } = await server.listen();
  return { url, close: () => server.close() };
}

async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Response> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function startThirdPartyServer(): Promise<string> {
  const app = jsonServer.create();
  app.use(jsonServer.defaults({ logger: false }), jsonServer.bodyParser);
  const posts = [1, 2, 3, 4, 5].map((id) => ({ id, title: `Post ${id}`, author: 'ines' }));
  app.use(jsonServer.router({ posts }));
  const listening = app.listen(0, '127.0.0.1') as Server;
  await once(listening, 'listening');
  closing.push(() => listening.close());
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

/** Features that our own description lacks: two response formats, an enum filter, a deprecated operation. */
const needsAgent = ['cursor-bound', 'deprecation-headers', 'verbosity'];
/** Checks that need a slow service. */
const needsWork = checks.filter(({ requirement }) => requirement.startsWith('PROF-LRO-')).map(({ id }) => id);

describe('the probe', () => {
  it('has no findings on our own server, including writes and a deliberate burst', async () => {
    const { url, document, credentials } = await startOwn({ 'limits.perMinute.read': 1_500 });
    const writes = [
      'agents_register',
      'agents_replace',
      'agents_delete',
      'imports_create',
      'keys_create',
      'keys_revoke',
    ];
    const report = await probe(url, document, {
      writes,
      credentials,
      breadth: 6,
      burst: 1_500,
      limits: { requests: 4_000 },
    });
    expect(failures(report)).toEqual([]);
    expect(open(report)).toEqual([...needsAgent, ...needsWork.filter((id) => id !== 'work-acknowledged')].sort());
    expect(report).toMatchObject({ leftBehind: [], score: { total: 100 } });
    expect(report.removed).toBeGreaterThan(3);
    expect(report.label.find(({ id }) => id === 'PROF-SUM-11')).toMatchObject({
      verdict: 'holds',
      reason: 'shown by the running API: retry-after',
    });
  });

  it('has no findings on background work of our own server', async () => {
    const host = await startBerths(400);
    closing.push(() => host.close());
    const { url, document, credentials } = await startOwn({
      'outbound.allow': ['127.0.0.1'],
      'outbound.allowHttp': true,
    });
    const inputs = { type: 'object', properties: { from_port: { type: 'string' }, to_port: { type: 'string' } } };
    const quoteRate = { name: 'quoteRate', description: 'Quotes a rate.', inputs, outputs: { type: 'object' } };
    const first = { name: 'A quoter', endpoint: `${host.origin}/quote`, operations: [quoteRate] };
    await post(`${url}/agents`, agentDocument('quoter', first), credentials);
    const report = await probe(url, document, {
      writes: ['agents_invoke_operation', 'operations_cancel'],
      credentials,
      checks: checks.filter(({ id }) => needsWork.includes(id)),
    });
    expect(failures(report)).toEqual([]);
    expect(report.checks.map(({ id, verdict }) => [id, verdict])).toEqual(needsWork.map((id) => [id, 'holds']));
  });

  it('has no findings on a service behind our own server, whatever the service itself lacks', async () => {
    const host = await startBerths(0);
    closing.push(() => host.close());
    const { url, credentials } = await startOwn({ 'outbound.allow': ['127.0.0.1'], 'outbound.allowHttp': true });
    const items = [{ document: describeBerths(host.origin) }];
    const imported = (await (await post(`${url}/imports`, { items }, credentials)).json()) as {
      results: { id: string }[];
    };
    const agent = `${url}/agents/${imported.results[0]?.id}`;
    const repairs = { 'cursor-pages': true, 'field-selection': true, truncation: true, 'closed-input': true };
    await post(`${agent}/repairs`, { repairs }, credentials, 'PUT');
    const face = new Uint8Array(await (await fetch(`${agent}/openapi.json`, { headers: credentials })).arrayBuffer());
    const report = await probe(url, face, {
      credentials,
      // The index covers the whole server, and this description is only a part of it.
      checks: checks.filter(({ id }) => id !== 'llms-txt'),
    });
    expect(failures(report)).toEqual([]);
    expect(open(report).filter((id) => needsAgent.includes(id))).toEqual([]);
  });

  it('reports exactly the defects of the demo service', async () => {
    const ledger = await startUpstream(createOldLedger());
    closing.push(() => ledger.close());
    const report = await probe(new URL(ledger.document.endpoint).origin, fixture('old-ledger.openapi.json'));
    expect(failures(report)).toEqual([
      'error error-retryable: The API: the 404 response does not say whether it is retryable.',
      'error error-retryable: The API: the 415 response does not say whether it is retryable.',
      'error unknown-property-refused: fee_lookup: an unknown property returned status 200.',
      'info method-refused: fee_lookup: an unsupported method returned status 404.',
      'info options-answered: fee_lookup: OPTIONS returned status 404 and no Allow header.',
      'info quota-signal: fee_lookup: no header reports the remaining quota.',
      'info trace-answered: fee_lookup: a response names neither trace nor request.',
      'info trace-answered: fee_lookup: an error names neither trace nor request.',
      'warning answer-fits-schema: fee_lookup: in the response, owed is not of type number.',
      'warning description-served: The API: no description at /openapi.json, /.well-known/api-catalog, /openapi.yaml, /swagger.json, /v3/api-docs.',
      'warning error-structured: The API: the 404 response is application/json.',
      'warning error-structured: The API: the 415 response is application/json.',
      'warning instructions-marked: fee_lookup: the text at /remark reads like an instruction and is not marked as data.',
    ]);
    const orders = report.findings
      .flatMap(({ evidence = [] }) => evidence)
      .filter(({ untrusted }) => untrusted?.text.includes('Ignore all previous'));
    expect(orders.length).toBeGreaterThan(0);
  });

  it('reports exactly the defects of a third-party server, and deletes what it created there', async () => {
    const url = await startThirdPartyServer();
    const report = await probe(url, fixture('json-server.openapi.json'), {
      writes: ['post_create', 'post_update', 'post_delete'],
    });
    expect(failures(report)).toEqual([
      'error cursor-pagination: posts_list: it is paginated by offset or page number.',
      'error cursor-walk: posts_list: an incomplete page names no continuation.',
      'error error-code: The API: the 404 response has no code.',
      'error error-retryable: The API: the 404 response does not say whether it is retryable.',
      'error idempotency-conflict: post_create: the key with another body returned status 201.',
      'error idempotent-replay: post_create: the second call was executed again.',
      'error idempotent-replay: post_update: it accepts no idempotency key.',
      'error idempotent-together: post_create: both calls had an effect.',
      'error unknown-property-refused: post_create: an unknown property returned status 201.',
      'error wrong-type-refused: post_create: 12345 for title returned status 201.',
      'error wrong-type-refused: posts_list: "probe" for _page returned status 200.',
      'info method-refused: posts_list: an unsupported method returned status 404.',
      'info next-actions-lead-on: post_read: neither its response nor its description names a next step.',
      'info quota-signal: post_read: no header reports the remaining quota.',
      'info quota-signal: posts_list: no header reports the remaining quota.',
      'info trace-answered: posts_list: a response names neither trace nor request.',
      'info trace-answered: posts_list: an error names neither trace nor request.',
      'info unknown-parameter-told: posts_list: an unknown query parameter is silently ignored.',
      'warning body-type-refused: post_create: a text/x-probe body returned status 201.',
      'warning description-served: The API: no description at /openapi.json, /.well-known/api-catalog, /openapi.yaml, /swagger.json, /v3/api-docs.',
      'warning error-structured: The API: the 404 response is application/json.',
      'warning field-errors-together: post_create: invalid title and author returned status 201.',
      'warning field-errors-together: posts_list: invalid _page and _limit returned status 200.',
      'warning page-bounds: posts_list: the page size "probe" returned status 200.',
    ]);
    expect(report.leftBehind).toEqual([]);
    const posts = (await (await fetch(`${url}/posts`)).json()) as { id: number }[];
    expect(posts.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  it.each<[string, (socket: Socket) => void, string]>([
    [
      'a head of ten megabytes',
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'y'.repeat(10_000_000)}\r\n\r\n`),
      'a connection error (UND_ERR_HEADERS_OVERFLOW)',
    ],
    [
      'a head that never ends',
      (socket) => void socket.write('HTTP/1.1 200 OK\r\nx-a: '),
      'no complete response within 300 ms',
    ],
    ['nothing and closes the connection', (socket) => void socket.destroy(), 'a connection error'],
    ['something other than HTTP', (socket) => void socket.end('hello\r\n\r\n'), 'a connection error'],
  ])('stops early for a server that sends %s', async (_, behave, trouble) => {
    const server = createNetServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => behave(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const report = await probe(`http://127.0.0.1:${port}`, fixture('json-server.openapi.json'), {
      limits: { timeout: 300 },
    });
    expect(report).toMatchObject({ requests: 5, stopped: 'the API failed 5 times in a row' });
    expect(failures(report)[0]).toContain(trouble);
    expect(report.checks.some(({ verdict }) => verdict === 'holds')).toBe(false);
  });
});
