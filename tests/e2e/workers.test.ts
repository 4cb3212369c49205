/** Several processes on one port and one store: they behave as one server, and survive each other. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requirePostgres } from '../../packages/server/src/stores/postgres/require-postgres.support.js';
import { agentDocument } from './agent-document.js';
import { serverScript } from './mcp-servers.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

const postgres = await requirePostgres();
const database = `dragoman_workers_${process.pid}_${Math.floor(Math.random() * 2 ** 31)}`;
const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href;
const workers = 3;

let folder: string;
const started: ServerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-workers-'));
  if (postgres.reachable) await postgres.execute(`CREATE DATABASE ${database}`);
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});
afterAll(async () => {
  if (postgres.reachable) await postgres.execute(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess({ cwd: folder, env: { DRAGOMAN_WORKERS: String(workers), ...env } });
  started.push(server);
  return server;
}

interface Answer {
  status: number;
  text: string;
}

/** One request on a separate connection, so that each may reach another worker. */
function ask(server: ServerProcess, method: string, path: string, with_: { body?: unknown; headers?: object } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const headers = { ...(with_.body === undefined ? {} : { 'Content-Type': 'application/json' }), ...with_.headers };
    const sent = request(
      { host: '127.0.0.1', port: server.port, method, path, headers, agent: new Agent({ keepAlive: false }) },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(with_.body === undefined ? undefined : JSON.stringify(with_.body));
  });
}

/** Child processes of this process, from the kernel. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await holds()) return;
    await sleep(50);
  }
  throw new Error(`timed out waiting for: ${what}`);
}

/** Adds a server over stdio at one worker: one child serves the calls of all workers, and lives on when one of them dies. */
async function callSharedServer(server: ServerProcess): Promise<void> {
  const body = { name: 'shared', command: process.execPath, args: [serverScript] };
  const added = await ask(server, 'POST', '/servers', { body });
  expect(added.status, added.text).toBe(201);
  const imported = await ask(server, 'POST', '/imports', { body: { items: [{ url: 'stdio:shared' }], report: true } });
  expect(imported.status, imported.text).toBe(200);
  const [{ id }] = (JSON.parse(imported.text) as { results: [{ id: string }] }).results;
  const calls = async () => {
    const call = () => ask(server, 'POST', `/agents/${id}/invoke/add`, { body: { a: 2, b: 40 } });
    // A worker hears of a server that another one added a moment later.
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: workers * 4 }, call));
      return answers.every(({ status }) => status === 200);
    }, 'every worker calls the server');
    const { servers } = JSON.parse((await ask(server, 'GET', '/servers')).text) as { servers: { pid?: number }[] };
    expect(servers).toMatchObject([{ name: 'shared', state: 'running', worker: server.pid, restarts: 0 }]);
    return servers[0]?.pid;
  };
  const pid = await calls();
  const [victim = 0] = (await childrenOf(server.pid)).filter((child) => child !== pid);
  process.kill(victim, 'SIGKILL');
  await until(async () => {
    const now = await childrenOf(server.pid);
    return now.length > workers && !now.includes(victim);
  }, 'the worker is replaced');
  expect(await calls()).toBe(pid);
}

const onLinux = process.platform === 'linux';

const stores = [
  { name: 'SQLite', env: () => ({ DRAGOMAN_STORE_PATH: join(folder, 'workers.db') }), reachable: true },
  {
    name: 'PostgreSQL',
    env: () => ({ DATABASE_URL: databaseUrl, DRAGOMAN_SECRETS_KEY: '0'.repeat(64) }),
    reachable: postgres.reachable,
  },
];

describe.each(stores)('workers over $name', ({ env, reachable }) => {
  it.skipIf(!reachable || !onLinux)('behave as one server', async () => {
    const server = await start(env());
    // The first worker responds while the others still start.
    await until(async () => (await childrenOf(server.pid)).length === workers, 'every worker is started');
    expect((await ask(server, 'POST', '/agents', { body: agentDocument('tides') })).status).toBe(201);
    await until(async () => {
      const lists = await Promise.all(Array.from({ length: workers * 3 }, () => ask(server, 'GET', '/agents')));
      return lists.every(({ text }) => text.includes('"tides"'));
    }, 'every worker lists the agent');
    const { text } = await ask(server, 'GET', '/metrics');
    const counted = [...text.matchAll(/^dragoman_http_requests_total\{method="GET",route="\/agents",.*\} (\d+)$/gm)];
    expect(Number(counted[0]?.[1]) % (workers * 3)).toBe(0);
    expect(text).toMatch(/^dragoman_entries 1$/m);
    const headers = { 'Idempotency-Key': 'only-once' };
    const { id: _, ...nameless } = agentDocument('x');
    const send = () => ask(server, 'POST', '/agents', { body: nameless, headers });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    await until(async () => (await send()).status === 201, 'the answer is kept');
    await until(async () => {
      const listed = JSON.parse((await ask(server, 'GET', '/agents/public')).text) as { count: number };
      return listed.count === 2;
    }, 'a worker that has not written it lists it, too');
    await callSharedServer(server);
    expect(await server.stop()).toBe(0);
  });
});

describe('workers', () => {
  it.skipIf(!onLinux)('are replaced when they die, and stop together', async () => {
    const server = await start({ DRAGOMAN_STORE_PATH: join(folder, 'replaced.db') });
    const before = await childrenOf(server.pid);
    const [victim = 0] = before;
    process.kill(victim, 'SIGKILL');
    await until(async () => {
      const now = await childrenOf(server.pid);
      return now.length === workers && !now.includes(victim);
    }, 'another worker replaced it');
    expect(server.output()).toContain('a worker exited; starting a replacement');
    await until(async () => {
      const all = await Promise.all(
        Array.from({ length: 9 }, () => ask(server, 'GET', '/readyz').catch(() => undefined)),
      );
      return all.every((answer) => answer?.status === 200);
    }, 'all of them are ready');
    const last = await childrenOf(server.pid);
    expect(await server.stop()).toBe(0);
    expect(server.output()).toContain('Dragoman stops (SIGTERM)');
    for (const pid of last) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  });

  it.skipIf(!onLinux)('leave no client waiting when they die before they accept a connection', async () => {
    const server = await start({ DRAGOMAN_STORE_PATH: join(folder, 'stopped.db') });
    await until(async () => server.output().includes('Dragoman listens on'), 'every worker listens');
    const openFiles = async () => (await readdir(`/proc/${server.pid}/fd`)).length;
    const before = await openFiles();
    const [victim = 0] = await childrenOf(server.pid);
    process.kill(victim, 'SIGSTOP');
    const asked = Array.from({ length: workers * 2 }, () => ask(server, 'GET', '/healthz').catch(() => undefined));
    let settled = 0;
    for (const each of asked) void each.finally(() => (settled += 1));
    await until(async () => settled === asked.length - 1, 'the other workers have answered');
    process.kill(victim, 'SIGKILL');
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(asked.length - 1);
    await until(async () => {
      const now = await childrenOf(server.pid);
      return now.length === workers && !now.includes(victim);
    }, 'the worker is replaced');
    await until(async () => (await openFiles()) <= before, 'no file descriptor is left');
  });

  it('show the same events to readers at every worker, which may resume at any of them', async () => {
    const server = await start({ DRAGOMAN_STORE_PATH: join(folder, 'events.db'), DRAGOMAN_SEARCH_EMBEDDER: 'none' });
    const read = async (id?: string) => {
      const headers = id === undefined ? {} : { 'Last-Event-ID': id };
      const { text } = await ask(server, 'GET', '/events?seconds=0&topics=catalogue', { headers });
      return [...text.matchAll(/^id: (\S+)\nevent: (\S+)$/gm)].map(([, id = '', type = '']) => ({ id, type }));
    };
    const [ready] = await read();
    for (let n = 0; n < 6; n += 1) {
      const made = await ask(server, 'POST', '/agents', { body: agentDocument(`event-${n}`) });
      expect(made.status).toBe(201);
    }
    const wanted = ['ready', ...Array.from({ length: 6 }, () => 'entry.added')];
    for (let reader = 0; reader < 12; reader += 1) {
      let seen = await read(ready?.id);
      // A worker learns of the changes of another one a moment later.
      for (let tries = 0; seen.length < wanted.length && tries < 100; tries += 1) {
        await sleep(20);
        seen = await read(ready?.id);
      }
      expect(seen.map(({ type }) => type)).toEqual(wanted);
      expect(new Set(seen.slice(1).map(({ id }) => id)).size).toBe(6);
    }
  });

  it('share the rate limit of a caller', async () => {
    const limit = 40;
    const server = await start({
      DRAGOMAN_STORE_PATH: join(folder, 'limits.db'),
      DRAGOMAN_LIMITS_LOCAL_PER_MINUTE_READ: String(limit),
    });
    // The first worker answers before the others have started; the start message comes after all of them.
    await until(async () => server.output().includes('Dragoman listens on'), 'every worker listens');
    const statuses: number[] = [];
    for (let n = 0; n < limit; n += 1) statuses.push((await ask(server, 'GET', '/agents')).status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(limit / workers);
    await sleep(200);
    const later: number[] = [];
    for (let n = 0; n < limit; n += 1) later.push((await ask(server, 'GET', '/agents')).status);
    // Without sharing, each worker would allow the full limit; the refill within a few seconds is far less.
    expect(later.filter((status) => status === 200).length).toBeLessThan(limit / 2);
  });

  it('refuse to start for the same reasons as a single server, with its exit code', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refused = start({ DRAGOMAN_STORE_PATH: join(folder, 'taken.db'), DRAGOMAN_PORT: String(port) });
    await expect(refused).rejects.toThrow(/ended with code 2[\s\S]*is in use/);
    taken.close();
  });
});
