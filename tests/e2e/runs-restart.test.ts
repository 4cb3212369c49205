/**
 * Background calls after their server is killed, on both stores: none is lost, queued calls run, running calls are
 * repeated only if that is safe, and the others end with an unknown outcome.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requirePostgres } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import { agentDocument } from './agent-document.js';
import type { SampleAgent } from './sample-agent.js';
import { startSampleAgent } from './sample-agent.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const postgres = await requirePostgres();
const database = `dragoman_runs_${randomUUID().replaceAll('-', '')}`;
const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;

let folder: string;
let agent: SampleAgent;
const started: ServerProcess[] = [];

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const settings = {
    DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1',
    DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    DRAGOMAN_LEDGER_LEASE_SECONDS: '1',
    DRAGOMAN_GATEWAY_RUNS_LEASE_SECONDS: '1',
    DRAGOMAN_GATEWAY_RUNS_CONCURRENCY: '2',
  };
  const server = await startServerProcess({ cwd: folder, env: { ...settings, ...env } });
  started.push(server);
  return server;
}

async function ask<T>(server: ServerProcess, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as T };
}

interface Operation {
  id: string;
  state: string;
  result?: { content: unknown };
  failure?: { code: string };
  webhook?: { delivered_at?: string };
}

async function defer(server: ServerProcess, id: string, headers: Record<string, string> = {}): Promise<string> {
  const prefer = { prefer: 'respond-async', ...headers };
  const accepted = await ask<Operation>(server, `/agents/${id}/invoke`, { harbour: id }, prefer);
  expect([id, accepted.status]).toEqual([id, 202]);
  return accepted.body.id;
}

async function until(server: ServerProcess, id: string, holds: (operation: Operation) => boolean): Promise<Operation> {
  let last: Operation | undefined;
  for (let looks = 0; looks < 300; looks += 1) {
    const { body } = await ask<Operation>(server, `/operations/${id}`);
    if (holds(body)) return body;
    last = body;
    await sleep(50);
  }
  throw new Error(`the state did not change: ${JSON.stringify(last)}\n${server.output()}`);
}

const isIn = (state: string) => (operation: Operation) => operation.state === state;
const tries = (path: string) => agent.seen.filter((request) => request.path === path).length;

/** Every kind of run at the moment of a kill, and its expected end. */
async function surviveKill(env: Record<string, string>, name: string): Promise<void> {
  const server = await start(env);
  const at = (path: string) => ({ endpoint: agent.at(`${path}/${name}`) });
  for (const document of [
    agentDocument('quick', at('/echo')),
    agentDocument('pure', { ...at('/gate/pure'), idempotent: true }),
    agentDocument('once', at('/gate/once')),
    agentDocument('waiting', at('/echo/waiting')),
  ]) {
    expect((await ask(server, '/agents', document)).status).toBe(201);
  }
  const quick = await defer(server, 'quick');
  await until(server, quick, isIn('succeeded'));
  const [pure, once] = [await defer(server, 'pure'), await defer(server, 'once')];
  await until(server, pure, isIn('running'));
  await until(server, once, isIn('running'));
  while (tries(`/gate/pure/${name}`) + tries(`/gate/once/${name}`) < 2) await sleep(10);
  const hook = { 'x-webhook-url': agent.at(`/echo/hook/${name}`) };
  const waiting = [await defer(server, 'waiting'), await defer(server, 'waiting', hook)];
  for (const id of waiting) expect((await ask<Operation>(server, `/operations/${id}`)).body.state).toBe('queued');
  await server.kill();
  expect(tries(`/echo/waiting/${name}`)).toBe(0);

  const next = await start(env);
  agent.open(name);
  expect((await until(next, quick, isIn('succeeded'))).result?.content).toEqual({ harbour: 'quick' });
  expect((await until(next, pure, isIn('succeeded'))).result?.content).toEqual({ harbour: 'pure' });
  expect((await until(next, once, isIn('interrupted'))).failure?.code).toBe('OUTCOME_UNKNOWN');
  for (const id of waiting) await until(next, id, isIn('succeeded'));
  await until(next, waiting[1] ?? '', ({ webhook }) => webhook?.delivered_at !== undefined);
  const counts = ['/gate/pure', '/gate/once', '/echo/waiting', '/echo/hook'].map((path) => tries(`${path}/${name}`));
  expect(counts).toEqual([2, 1, 2, 1]);
  const listed = await ask<{ operations: Operation[] }>(next, '/operations');
  expect(listed.body.operations.map(({ id }) => id).sort()).toEqual([quick, pure, once, ...waiting].sort());
  expect(await next.stop()).toBe(0);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-runs-'));
  agent = await startSampleAgent();
  if (postgres.reachable) await postgres.execute(`CREATE DATABASE ${database}`);
});
afterEach(() => Promise.all(started.splice(0).map((server) => server.kill())));
afterAll(async () => {
  await agent.close();
  if (postgres.reachable) await postgres.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

describe('background calls of a killed server', () => {
  it('all reach a final state on SQLite', async () => {
    await surviveKill({ DRAGOMAN_STORE_PATH: join(folder, 'runs.db') }, 'sqlite');
  });

  it.skipIf(!postgres.reachable)('all reach a final state on PostgreSQL', async () => {
    await surviveKill({ DATABASE_URL: databaseUrl }, 'postgres');
  });
});
