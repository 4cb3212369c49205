/**
 * The audit log after a kill, on both stores: every call that can change something and reached its service has a record,
 * whether it was answered, was still running or ran in the background.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirePostgres } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import { agentDocument } from './agent-document.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const postgres = await requirePostgres();
const database = `dragoman_record_${randomUUID().replaceAll('-', '')}`;
const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;

let folder: string;
let upstream: Server;
let endpoint: string;
/** Trace ids that reached the service. */
const reached = new Set<string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-record-'));
  if (postgres.reachable) await postgres.execute(`CREATE DATABASE ${database}`);
  upstream = createServer(async (request, response) => {
    response.on('error', () => {});
    reached.add(String(request.headers.traceparent).slice(3, 35));
    let body = '';
    for await (const chunk of request) body += String(chunk);
    // Some calls never end.
    if (body.includes('hang')) return;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  endpoint = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/invoke`;
});
afterAll(async () => {
  upstream.closeAllConnections();
  upstream.close();
  if (postgres.reachable) await postgres.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

function start(env: Record<string, string>): Promise<ServerProcess> {
  const settings = {
    DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1',
    DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    DRAGOMAN_LEDGER_LEASE_SECONDS: '1',
  };
  return startServerProcess({ cwd: folder, env: { ...settings, ...env } });
}

const json = { 'content-type': 'application/json' };

/** Calls the service until the server is gone; plain, keyed and background calls in turn. */
async function keepCalling(server: ServerProcess, task: string): Promise<number> {
  for (let answered = 0; ; answered += 1) {
    const kinds: Record<string, string>[] = [{}, { 'idempotency-key': randomUUID() }, { prefer: 'respond-async' }];
    const traceparent = `00-${randomUUID().replaceAll('-', '')}-00f067aa0ba902b7-01`;
    try {
      const headers = { ...json, traceparent, ...kinds[answered % 3] };
      const body = JSON.stringify({ task });
      const response = await fetch(`${server.url}/agents/desk/invoke`, { method: 'POST', headers, body });
      await response.text();
    } catch {
      return answered;
    }
  }
}

interface Verdict {
  ok: boolean;
  running: number;
}

/** Waits until no call of the killed server counts as running any more. */
async function untilSettled(server: ServerProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const verdict = (await (await fetch(`${server.url}/audit/verification`)).json()) as Verdict;
    if (verdict.ok && verdict.running === 0) return;
    await sleep(100);
  }
  throw new Error('calls of the killed server still have no record');
}

interface Page {
  records: { action: string; outcome: string; trace_id: string }[];
  next_after?: number;
}

async function callRecords(server: ServerProcess): Promise<Page['records']> {
  const found: Page['records'] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page = (await (await fetch(`${server.url}/audit?limit=1000&action=call&after=${after}`)).json()) as Page;
    found.push(...page.records);
    after = page.next_after;
  }
  return found;
}

describe.each([
  ['SQLite', () => ({ DRAGOMAN_STORE_PATH: join(folder, 'record.db') }), false],
  ['PostgreSQL', () => ({ DATABASE_URL: databaseUrl }), !postgres.reachable],
] as const)('a server on %s that is killed under load', (_, env, skip) => {
  it.skipIf(skip)('has a record of every call that reached the service', async () => {
    const first = await start(env());
    const document = agentDocument('desk', { endpoint, inputs: { type: 'object' } });
    await fetch(`${first.url}/agents`, { method: 'POST', headers: json, body: JSON.stringify(document) });
    reached.clear();
    const callers = ['a', 'b', 'c', 'd', 'e', 'f', 'hang', 'hang'].map((task) => keepCalling(first, task));
    for (let tries = 0; tries < 1000 && reached.size < 40; tries += 1) await sleep(10);
    await first.kill();
    await Promise.all(callers);
    const atKill = [...reached];
    expect(atKill.length).toBeGreaterThanOrEqual(40);
    const second = await start(env());
    try {
      await untilSettled(second);
      const records = await callRecords(second);
      const recorded = new Set(records.map((record) => record.trace_id));
      expect(atKill.filter((trace) => !recorded.has(trace))).toEqual([]);
      // The two calls that hang, at least.
      expect(records.filter(({ outcome }) => outcome === 'unknown').length).toBeGreaterThanOrEqual(2);
      expect(records.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
    } finally {
      await second.kill();
    }
  });
});
