/**
 * The fault matrix through the whole gateway: for every kind of upstream failure, the caller's response, the number of
 * upstream requests, and the audit record of the call.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@dragoman/core/engine';
import { createMemoryStore } from '@dragoman/core/engine';
import type { FailureCode } from '@dragoman/model';
import { failures } from '@dragoman/model';
import type { DragomanServer } from '@dragoman/server';
import { createLogger, createServer, loadConfig } from '@dragoman/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentDocument } from './agent-document.js';
import type { Expected, FaultRow } from './fault-table.js';
import { faultTable } from './fault-table.js';
import type { FaultyUpstream } from './faulty-upstream.js';
import { startFaultyUpstream } from './faulty-upstream.js';
import { freePort } from './free-port.js';

let server: DragomanServer;
let store: Store;
let url: string;
const others: DragomanServer[] = [];

/** Starts a server with short timeouts; its records are in the store. */
async function start(store: Store, more: Record<string, unknown> = {}) {
  const flags = {
    port: 0,
    'crawl.enabled': false,
    'outbound.allow': ['127.0.0.1'],
    'outbound.allowHttp': true,
    'gateway.auditDurable': true,
    'gateway.answerBytes': 262_144,
    'upstream.firstByteTimeoutMs': 600,
    'upstream.idleTimeoutMs': 1500,
    'upstream.totalTimeoutMs': 4000,
    'upstream.breaker.minCalls': 1000,
    ...more,
  };
  const config = loadConfig({ cwd: '/nowhere', environment: {}, flags });
  return createServer(config, { store, logger: createLogger({ level: 'silent', pretty: false }) });
}

beforeAll(async () => {
  store = createMemoryStore();
  server = await start(store);
  ({ url } = await server.listen());
});
afterAll(async () => {
  for (const other of [server, ...others]) await other.close();
});

/** Waits until a condition holds; otherwise the test times out. */
async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await sleep(10);
  }
}

async function register(id: string, endpoint: string, idempotent: boolean, at = url): Promise<void> {
  const response = await fetch(`${at}/agents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(agentDocument(id, { endpoint, idempotent })),
  });
  expect([response.status, await response.text()]).toEqual([201, expect.anything()]);
}

/** Calls a service once; resolves to the caller's response and the audit record. */
async function call(id: string) {
  const response = await fetch(`${url}/agents/${id}/invoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': `call-${id}` },
    body: '{"harbour":"Ribe"}',
  });
  const body = (await response.json()) as Record<string, unknown>;
  const { records } = await recordsOf(id);
  return { status: response.status, headers: response.headers, body, records };
}

async function recordsOf(id: string) {
  const all = await store.audit.list({ limit: 1000 });
  const records = all
    .filter(({ action, target }) => action === 'call' && target === id)
    .map(({ outcome, code, detail }) => ({ outcome, code, ...(JSON.parse(detail ?? '{}') as object) }));
  return { records };
}

/** The gateway's result for a result of the port. */
function seenByCaller(row: FaultRow, { status, code, words }: Expected) {
  if (row.unusable === true) return { code: 'UPSTREAM_ERROR' as FailureCode, words: 'The service answered 200' };
  return code === undefined ? { status } : { code: code as FailureCode, words };
}

async function checkRow(row: FaultRow, kind: 'repeatable' | 'once', upstream: FaultyUpstream) {
  const id = `${row.fault}-${kind}`;
  const origin = `http://127.0.0.1:${upstream.port}`;
  await register(id, `${origin}/${row.fault}`, kind === 'repeatable');
  const answer = await call(id);
  const { status, code, words = '' } = seenByCaller(row, row[kind]);
  const { tries } = row[kind];
  expect(upstream.tries(`/${row.fault}`)).toBe(tries);
  if (code === undefined) {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-dragoman-trust')).toBe('untrusted');
    // A call that may not be repeated and was answered with an error may have taken effect all the same.
    const outcome = kind === 'once' && (status === 500 || status === 502) ? 'unknown' : 'done';
    expect(answer.records).toMatchObject([{ outcome, code: '', status, attempts: tries, upstream: origin }]);
    return answer;
  }
  const { status: told } = failures[code];
  // A call that was sent and may not be repeated is not retryable (PROF-ERR-03).
  const open = kind === 'once' && tries > 0 && ['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT'].includes(code);
  const retryable = failures[code].retryable && !open && row.final !== true;
  expect(answer.body.outcome_unknown).toBe(open ? true : undefined);
  expect(answer).toMatchObject({
    status: told,
    body: { code, retryable, status: told, detail: expect.stringContaining(words) },
  });
  // A service that answered too much has executed the call.
  const outcome = code === 'ANSWER_TOO_LARGE' ? 'failed' : 'unknown';
  expect(answer.records).toMatchObject([{ outcome, code, status: told, attempts: tries, upstream: origin }]);
  return answer;
}

const titled = (rows: readonly FaultRow[]) => rows.map((row) => [row.fault, row] as const);

describe.concurrent.each(titled(faultTable.filter(({ waits }) => waits)))('%s', (_fault, row) => describeRow(row));
describe.each(titled(faultTable.filter(({ waits }) => !waits)))('%s', (_fault, row) => describeRow(row));

function describeRow(row: FaultRow): void {
  it.each(['repeatable', 'once'] as const)('a call that is %s', async (kind) => {
    const upstream = await startFaultyUpstream();
    try {
      await checkRow(row, kind, upstream);
    } finally {
      await upstream.close();
    }
  });
}

describe('a rate limit of the upstream', () => {
  it.each(['too-many-long', 'unavailable-long'])('%s: returns Retry-After to the caller', async (fault) => {
    const upstream = await startFaultyUpstream();
    await register(`${fault}-told`, `http://127.0.0.1:${upstream.port}/${fault}`, true);
    const { headers } = await call(`${fault}-told`);
    expect(headers.get('retry-after')).toBe('3600');
    await upstream.close();
  });
});

describe('an upstream that cannot be reached', () => {
  it.each([true, false])('refuses the connection (repeatable: %s)', async (idempotent) => {
    const id = `refused-${idempotent}`;
    await register(id, `http://127.0.0.1:${await freePort()}/`, idempotent);
    const { status, body, records } = await call(id);
    expect([status, body.code, body.retryable]).toEqual([502, 'UPSTREAM_ERROR', true]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ outcome: 'failed', code: 'UPSTREAM_ERROR', status: 502 });
    expect(records[0]).not.toHaveProperty('attempts');
  });

  it('presents an expired certificate', async () => {
    const secure = await startFaultyUpstream('expired');
    await register('expired', `https://127.0.0.1:${secure.port}/fine`, true);
    const { status, body, records } = await call('expired');
    expect([status, body.code]).toEqual([502, 'UPSTREAM_UNTRUSTED']);
    expect(body.detail).toContain('certificate');
    expect(records).toMatchObject([{ outcome: 'failed', code: 'UPSTREAM_UNTRUSTED' }]);
    expect(secure.seen).toEqual([]);
    await secure.close();
  });
});

describe('streams', () => {
  const stream = (id: string, signal?: AbortSignal) =>
    fetch(`${url}/agents/${id}/invoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: '{"harbour":"Ribe"}',
      ...(signal === undefined ? {} : { signal }),
    });
  const recorded = (id: string) => until(async () => (await recordsOf(id)).records.at(0));

  it('that break end with an error event, and the audit record shows it', async () => {
    const upstream = await startFaultyUpstream();
    await register('events-broken', `http://127.0.0.1:${upstream.port}/events-reset`, true);
    const text = await (await stream('events-broken')).text();
    expect(text).toContain('data: {"n":1}');
    expect(text).toContain('event: error');
    expect(text).toContain('UpstreamError');
    expect(await recorded('events-broken')).toMatchObject({ outcome: 'unknown', code: 'UPSTREAM_ERROR', attempts: 1 });
    expect(upstream.tries('/events-reset')).toBe(1);
    await upstream.close();
  });

  it('that the caller aborts end at the upstream too, and the audit record shows it', async () => {
    const upstream = await startFaultyUpstream();
    await register('events-left', `http://127.0.0.1:${upstream.port}/events-endless`, true);
    const leaving = new AbortController();
    const response = await stream('events-left', leaving.signal);
    await response.body?.getReader().read();
    leaving.abort();
    await until(() => (upstream.open() === 0 ? true : undefined));
    expect(await recorded('events-left')).toMatchObject({ outcome: 'unknown', code: 'CANCELLED', attempts: 1 });
    await upstream.close();
  });
});

describe('a failing upstream', () => {
  /** Calls a separate server; resolves to status, code, `Retry-After` and records. */
  async function callsTo(fault: string, count: number, settings: Record<string, unknown>) {
    const upstream = await startFaultyUpstream();
    const own = createMemoryStore();
    const other = await start(own, settings);
    others.push(other);
    const at = (await other.listen()).url;
    await register('troubled', `http://127.0.0.1:${upstream.port}/${fault}`, false, at);
    const one = async () => {
      const response = await fetch(`${at}/agents/troubled/invoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"harbour":"Ribe"}',
      });
      const { code = '' } = (await response.json()) as { code?: string };
      return { status: response.status, code, wait: response.headers.get('retry-after') };
    };
    const records = async () => (await own.audit.list({ limit: 1000 })).filter(({ action }) => action === 'call');
    return { upstream, one, all: () => Promise.all(Array.from({ length: count }, one)), records };
  }

  it('is protected by the breaker: 503 with Retry-After, and one record per call', async () => {
    const { upstream, one, records } = await callsTo('reset-at-once', 1, { 'upstream.breaker.minCalls': 5 });
    for (let call = 0; call < 5; call += 1) expect(await one()).toMatchObject({ status: 502 });
    for (let call = 0; call < 5; call += 1) {
      expect(await one()).toEqual({ status: 503, code: 'UNAVAILABLE', wait: expect.stringMatching(/^[1-5]$/) });
    }
    expect(upstream.tries('/reset-at-once')).toBe(5);
    expect((await records()).map(({ code }) => code)).toEqual([
      ...Array(5).fill('UPSTREAM_ERROR'),
      ...Array(5).fill('UNAVAILABLE'),
    ]);
    await upstream.close();
  });

  it('does not overload the process: excess calls are shed at once, with one record per call', async () => {
    const { upstream, all, records } = await callsTo('hang', 20, {
      'upstream.originConcurrency': 2,
      'upstream.originQueue': 3,
      'upstream.queueTimeoutMs': 100,
      // Longer than a busy machine takes to start all calls.
      'upstream.firstByteTimeoutMs': 3000,
    });
    const answers = await all();
    expect(answers.filter(({ status }) => status === 504)).toHaveLength(2);
    expect(answers.filter(({ code, wait }) => code === 'UNAVAILABLE' && wait === '1')).toHaveLength(18);
    expect(upstream.tries('/hang')).toBe(2);
    expect(await records()).toHaveLength(20);
    await upstream.close();
  });
});
