/**
 * Responses to a repeated request after its server was killed, on both stores: the stored response if there is one,
 * otherwise "outcome unknown", and never a silent second effect. The upstream service counts its effects.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requirePostgres } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import { agentDocument } from './agent-document.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const postgres = await requirePostgres();
const database = `dragoman_ledger_${randomUUID().replaceAll('-', '')}`;
const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;

let folder: string;
const started: ServerProcess[] = [];
let agent: Agent;

/** The moment at which the server is killed. */
type Moment = 'before the answer' | 'within the answer' | 'after the answer';

/** A service that counts its effects and responds at a given moment. */
interface Agent {
  url: string;
  /** Effects by task. */
  effects: Map<string, number>;
  /** Received keys by task. */
  keys: Map<string, (string | undefined)[]>;
  /** Runs at that moment of the next response. */
  interrupt: { moment: Moment; act: () => Promise<void> } | undefined;
  close(): Promise<void>;
}

async function startAgent(): Promise<Agent> {
  const server: Server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own: Agent = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/invoke`,
    effects: new Map(),
    keys: new Map(),
    interrupt: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  async function answer(request: IncomingMessage, response: ServerResponse) {
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { task } = JSON.parse(Buffer.concat(chunks).toString()) as { task: string };
    const count = (own.effects.get(task) ?? 0) + 1;
    own.effects.set(task, count);
    own.keys.set(task, [...(own.keys.get(task) ?? []), request.headers['idempotency-key'] as string | undefined]);
    const { moment, act } = own.interrupt ?? {};
    own.interrupt = undefined;
    const body = JSON.stringify({ task, count });
    if (moment === 'before the answer') await act?.();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, -1));
    if (moment === 'within the answer') await act?.();
    response.end(body.slice(-1));
    if (moment === 'after the answer') await act?.();
  }
  return own;
}

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const settings = {
    DRAGOMAN_OUTBOUND_ALLOW: '127.0.0.1',
    DRAGOMAN_OUTBOUND_ALLOW_HTTP: 'true',
    DRAGOMAN_LEDGER_LEASE_SECONDS: '1',
  };
  const server = await startServerProcess({ cwd: folder, env: { ...settings, ...env } });
  started.push(server);
  return server;
}

interface Answer {
  status: number;
  replayed: boolean;
  body: { code?: string; task?: string; count?: number; id?: string };
}

/** Sends a request; undefined if the server dies before it responds. */
async function post(server: ServerProcess, path: string, key: string, body: unknown): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, replayed, body: (await response.json()) as Answer['body'] };
  } catch {
    return undefined;
  }
}

/** Repeats a request until it no longer counts as running, because the dead server's lease has expired. */
async function repeat(server: ServerProcess, path: string, key: string, body: unknown): Promise<Answer> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await post(server, path, key, body);
    if (answer === undefined) throw new Error(`the server is gone:\n${server.output()}`);
    if (answer.body.code !== 'CALL_RUNNING') return answer;
    await sleep(100);
  }
  throw new Error('the request still counts as running');
}

async function register(server: ServerProcess): Promise<void> {
  const inputs = { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] };
  const common = { endpoint: agent.url, inputs };
  for (const document of [
    agentDocument('once', common),
    agentDocument('keyed', { ...common, idempotency_key: true }),
  ]) {
    const response = await fetch(`${server.url}/agents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
    expect(response.status).toBeLessThan(300);
    await response.body?.cancel();
  }
}

/** Waits until a server sees an entry that another one registered. */
async function untilKnown(server: ServerProcess, id: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const response = await fetch(`${server.url}/agents/${id}`);
    await response.body?.cancel();
    if (response.status === 200) return;
    await sleep(50);
  }
  throw new Error(`the server does not know ${id}`);
}

/** Calls a service through a server that is killed at that moment; returns the caller's response, if any. */
async function callAndKill(server: ServerProcess, id: string, task: string, moment: Moment, delay = 0) {
  let dead: Promise<void> | undefined;
  agent.interrupt = {
    moment,
    async act() {
      if (delay > 0) await sleep(delay);
      dead = server.kill();
      await dead;
    },
  };
  const answer = await post(server, `/agents/${id}/invoke`, task, { task });
  await dead;
  await server.kill();
  return answer;
}

function describeCrashes(name: string, env: () => Record<string, string>, skip = false) {
  describe.skipIf(skip)(`a server on ${name} that is killed in the middle of a keyed request`, () => {
    it.each<Moment>(['before the answer', 'within the answer'])(
      'reports an unknown outcome to the repeated request, and does not call the service again: %s',
      async (moment) => {
        const task = randomUUID();
        const first = await start(env());
        await register(first);
        expect(await callAndKill(first, 'once', task, moment)).toBeUndefined();
        const second = await start(env());
        const repeated = await repeat(second, '/agents/once/invoke', task, { task });
        expect(repeated).toMatchObject({ status: 409, body: { code: 'OUTCOME_UNKNOWN', retryable: false } });
        const other = await repeat(second, '/agents/once/invoke', task, { task: 'another' });
        expect(other.body.code).toBe('IDEMPOTENCY_CONFLICT');
        expect(agent.effects.get(task)).toBe(1);
        expect(await repeat(second, '/agents/once/invoke', randomUUID(), { task })).toMatchObject({ status: 200 });
      },
    );

    it('replays the response or reports an unknown outcome, whenever it dies after the response', async () => {
      const seen = new Set<string>();
      let first = await start(env());
      await register(first);
      for (let round = 0; round < 4; round += 1) {
        const task = randomUUID();
        const answer = await callAndKill(first, 'once', task, 'after the answer', round * 6);
        const second = await start(env());
        const repeated = await repeat(second, '/agents/once/invoke', task, { task });
        seen.add(repeated.body.code ?? 'replayed');
        // A response is stored before it is sent to the caller.
        if (answer !== undefined) expect(repeated).toEqual({ ...answer, replayed: true });
        if (repeated.status === 200) expect(repeated).toMatchObject({ replayed: true, body: { task, count: 1 } });
        else expect(repeated).toMatchObject({ status: 409, body: { code: 'OUTCOME_UNKNOWN' } });
        expect(agent.effects.get(task)).toBe(1);
        first = second;
      }
      console.info(`${name}: ${[...seen].join(', ')} after the answer`);
    });

    it('calls the service again with the same key if the service supports keys', async () => {
      const task = randomUUID();
      const first = await start(env());
      await register(first);
      expect(await callAndKill(first, 'keyed', task, 'within the answer')).toBeUndefined();
      const second = await start(env());
      const again = await repeat(second, '/agents/keyed/invoke', task, { task });
      expect(again).toMatchObject({ status: 200, replayed: false, body: { count: 2 } });
      const keys = agent.keys.get(task) ?? [];
      expect(keys).toHaveLength(2);
      expect(keys[0]).toMatch(/^\S{20,}$/);
      expect(new Set(keys).size).toBe(1);
      expect(await repeat(second, '/agents/keyed/invoke', task, { task })).toMatchObject({ replayed: true });
    });

    it('calls the service once for 50 concurrent duplicates, sent to two servers on one store', async () => {
      const task = randomUUID();
      const servers = [await start(env()), await start(env())];
      const [first] = servers;
      if (first === undefined) throw new Error('no server was started');
      await register(first);
      for (const server of servers) await untilKnown(server, 'once');
      const send = (at: number) => post(servers[at % 2] ?? first, '/agents/once/invoke', task, { task });
      const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => send(at)));
      for (const answer of answers) {
        if (answer?.status === 200) expect(answer.body).toEqual({ task, count: 1 });
        else expect(answer).toMatchObject({ status: 409, body: { code: 'CALL_RUNNING', retryable: true } });
      }
      expect(answers.some((answer) => answer?.status === 200)).toBe(true);
      for (const server of servers) {
        const repeated = await repeat(server, '/agents/once/invoke', task, { task });
        expect(repeated).toEqual({ status: 200, replayed: true, body: { task, count: 1 } });
      }
      expect(agent.effects.get(task)).toBe(1);
    });

    it('registers no second entry, whenever it dies', async () => {
      let first = await start(env());
      for (let round = 0; round < 4; round += 1) {
        const key = randomUUID();
        const { id: _, ...document } = agentDocument('', { tags: [key] });
        const sending = post(first, '/agents', key, document);
        await sleep(round * 10);
        await first.kill();
        const answer = await sending;
        const second = await start(env());
        const repeated = await repeat(second, '/agents', key, document);
        if (answer !== undefined) expect(repeated).toEqual({ ...answer, replayed: true });
        else expect([201, 409]).toContain(repeated.status);
        if (repeated.status === 409) expect(repeated.body.code).toBe('OUTCOME_UNKNOWN');
        const found = await fetch(`${second.url}/agents?top=0&tags=${key}`);
        // The store knows whether the first request was executed: if not, the repeated one is.
        expect(found.headers.get('x-total-count')).toBe('1');
        await found.body?.cancel();
        first = second;
      }
    });
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-ledger-'));
  agent = await startAgent();
  if (postgres.reachable) await postgres.execute(`CREATE DATABASE ${database}`);
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill();
});
afterAll(async () => {
  await agent.close();
  if (postgres.reachable) await postgres.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

describeCrashes('SQLite', () => ({ DRAGOMAN_STORE_PATH: join(folder, 'ledger.db') }));
describeCrashes('PostgreSQL', () => ({ DATABASE_URL: databaseUrl }), !postgres.reachable);
