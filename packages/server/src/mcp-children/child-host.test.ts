/** One child process for several workers: the parent process runs it, and passes on everything that belongs to a call. */
import type { Era, LinkRequest, Questions } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServerChange } from '../events/report-servers.js';
import type { ChildHost } from './child-host.js';
import { createChildHost } from './child-host.js';
import type { FromHost } from './host-messages.js';
import { createRemoteServers } from './remote-servers.js';
import { sessionServer } from './resource-server.support.js';
import type { ChildServer } from './supervised-server.js';

/** A server that accepts one handshake, reports its process id and progress, asks its client, and remembers what was canceled. */
const script = `
let handshakes = 0; const cancelled = []; const waiting = new Map();
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {}, result } = JSON.parse(line);
  if (method === 'notifications/cancelled') cancelled.push(params.requestId);
  if (method === 'initialize') {
    handshakes += 1;
    if (handshakes > 1) send({ id, error: { code: -32600, message: 'already initialized' } });
    else send({ id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'one', version: '1' } } });
  }
  if (method === 'whoami') send({ id, result: { pid: process.pid, handshakes, cancelled } });
  if (method === 'report') {
    send({ method: 'notifications/progress', params: { progressToken: params._meta.progressToken, progress: 1 } });
    send({ id, result: {} });
  }
  if (method === 'ask') { waiting.set('q' + id, id); send({ id: 'q' + id, method: 'elicitation/create', params: { message: 'Which pier?' } }); }
  if (method === undefined && waiting.has(id)) send({ id: waiting.get(id), result: { answered: result } });
  if (method === 'finish') { send({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e-1' } }); send({ id, result: {} }); }
  if (method === 'exit') process.exit(3);
});`;

const era: Era = { modern: false, version: '2025-11-25' };
const hosts: ChildHost[] = [];

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

function startHost() {
  const host = createChildHost({ elapsed: () => performance.now(), logger: { debug: () => undefined } });
  hosts.push(host);
  const changes: [worker: number, change: ServerChange][] = [];
  /** A worker; messages travel as JSON, as between processes. */
  const startWorker = (id: number, { generation = '1.', server = script } = {}) => {
    let receive: (message: FromHost) => void = () => undefined;
    const worker = { id, send: (message: FromHost) => receive(JSON.parse(JSON.stringify(message))) };
    const servers = createRemoteServers({
      send(message) {
        host.hear(worker, JSON.parse(JSON.stringify(message)));
        return true;
      },
      receive: (listener) => {
        receive = listener;
      },
    });
    return servers.open(
      { command: process.execPath, args: ['-e', server], env: {} },
      {
        name: 'one',
        generation,
        lineBytes: 100_000,
        timeoutMs: 20_000,
        client: { name: 'test', version: '1' },
        passesRoots: false,
        onChange: (change) => changes.push([id, change]),
        onListChanged: () => undefined,
      },
    );
  };
  return { host, startWorker, changes };
}

/** The handshake that callers and a restart make. */
const hello: JsonObject = {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: { form: {}, url: {} }, sampling: {} },
  clientInfo: { name: 'test', version: '1' },
};

async function ask(server: ChildServer, method: string, more: Partial<LinkRequest> = {}): Promise<JsonObject> {
  const link = server.link();
  await link.ask({ method: 'initialize', params: hello }, era);
  await link.tell('notifications/initialized', era);
  const answer = await link.ask({ method, params: {}, ...more }, era);
  if (answer.kind === 'error') throw new Error(answer.error.message);
  return answer.result;
}

describe('an MCP server over stdio with several workers', () => {
  it('runs once, and gets one handshake', async () => {
    const { startWorker, changes } = startHost();
    const workers = [startWorker(1), startWorker(2), startWorker(3)];
    const answers = await Promise.all(workers.map((server) => ask(server, 'whoami')));
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
    expect(answers.map(({ handshakes }) => handshakes)).toEqual([1, 1, 1]);
    expect(changes).toEqual([[1, { type: 'server.started', pid: answers[0]?.pid }]]);
    const states = await Promise.all(workers.map((server) => server.state()));
    expect(states[2]).toMatchObject({ state: 'running', pid: answers[0]?.pid, worker: process.pid, restarts: 0 });
  });

  it('reports progress to its caller, and asks the client of the call', async () => {
    const { startWorker } = startHost();
    const [one, other] = [startWorker(1), startWorker(2)];
    const progress: JsonObject[] = [];
    await ask(one, 'report', { onProgress: (each) => void progress.push(each) });
    expect(progress).toMatchObject([{ progress: 1 }]);
    const questions: LinkRequest['questions'] = {
      session: 's',
      isAsking: () => true,
      completed: () => undefined,
      refuse: () => undefined,
      answer: async ({ id, params }) => ({ jsonrpc: '2.0', id, result: { asked: params.message ?? '' } }),
    };
    expect(await ask(other, 'ask', { questions })).toEqual({ answered: { asked: 'Which pier?' } });
  });

  it('reports finished pages between requests to workers that wait for them, and not after they have left', async () => {
    const { host, startWorker } = startHost();
    const [one, other] = [startWorker(1), startWorker(2)];
    const seen: unknown[] = [];
    const questions = (worker: string): Questions => ({
      session: undefined,
      isAsking: () => false,
      completed: (id) => void seen.push([worker, id]),
      refuse: () => undefined,
      answer: async ({ id }) => ({ jsonrpc: '2.0', id, result: {} }),
    });
    await ask(one, 'whoami');
    const stop = await one.link().hear?.(questions('one'), era);
    await other.link().hear?.(questions('other'), era);
    await ask(one, 'finish');
    expect(seen).toEqual([
      ['one', 'e-1'],
      ['other', 'e-1'],
    ]);
    stop?.();
    host.forget(2);
    await ask(one, 'finish');
    expect(seen).toHaveLength(2);
  });

  it('is informed when a caller leaves, or the worker of a call ends', async () => {
    const { host, startWorker } = startHost();
    const [one, other] = [startWorker(1), startWorker(2)];
    await ask(one, 'whoami');
    const left = one.link({ signal: AbortSignal.abort() }).ask({ method: 'never', params: {} }, era);
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
    const lost = other.link().ask({ method: 'never', params: {} }, era);
    lost.catch(() => undefined);
    await other.state();
    host.forget(2);
    await expect.poll(async () => (await ask(one, 'whoami')).cancelled).toHaveLength(2);
  });

  it('ends with its last worker, and starts again after a crash with a new handshake', async () => {
    const { startWorker, changes } = startHost();
    const [one, other] = [startWorker(1), startWorker(2)];
    const { pid } = await ask(one, 'whoami');
    await one.close();
    await expect(ask(other, 'exit')).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      row: { help: expect.stringContaining('dragoman servers list --stderr') },
    });
    expect(other.link().mark).not.toBe('1.0');
    await expect(ask(other, 'whoami')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect.poll(async () => (await other.state()).state).toBe('idle');
    await expect(other.link().ask({ method: 'whoami', params: {} }, era)).rejects.toThrow('has just exited');
    const again = await ask(other, 'whoami');
    expect(again.handshakes).toBe(1);
    expect(again.pid).not.toBe(pid);
    await other.restart();
    // The handshake of the restart is that of all workers.
    const { result: last } = (await other.link().ask({ method: 'whoami', params: {} }, era)) as { result: JsonObject };
    expect(last).toMatchObject({ handshakes: 1 });
    expect(await ask(other, 'whoami')).toEqual(last);
    await other.close();
    expect(() => process.kill(Number(last.pid), 0)).toThrow(/ESRCH/);
    expect(changes.map(([, { type }]) => type)).toEqual([
      'server.started',
      'server.failed',
      'server.started',
      'server.stopped',
      'server.started',
      'server.stopped',
    ]);
  });

  it('reports changes of a resource to every worker that watches it, through one subscription', async () => {
    const { host, startWorker } = startHost();
    const workers = [1, 2, 3].map((id) => startWorker(id, { server: sessionServer }));
    const [one, other, third] = workers;
    if (one === undefined || other === undefined || third === undefined) throw new Error('no workers');
    await ask(one, 'state');
    const watches = await Promise.all(workers.map((server) => watch(server, 'a:b')));
    await ask(other, 'update', { params: { uri: 'a:b' } });
    expect(watches.map(({ updates }) => updates)).toEqual([1, 1, 1]);
    expect(await ask(one, 'state')).toMatchObject({ subscribed: ['a:b'] });
    watches[0]?.leave();
    host.forget(2);
    await ask(third, 'update', { params: { uri: 'a:b', times: 10_000 } });
    await expect.poll(() => watches[2]?.updates).toBeGreaterThan(1);
    expect(watches[2]?.updates).toBeLessThan(100);
    expect(await ask(third, 'state')).toMatchObject({ unsubscribed: [] });
    expect(watches[0]?.updates).toBe(1);
    watches[2]?.leave();
    await expect.poll(() => ask(third, 'state')).toMatchObject({ unsubscribed: ['a:b'] });
  });

  it('ends the watches of a worker when the server exits, and when the worker replaces it', async () => {
    const { startWorker } = startHost();
    const [one, other] = [startWorker(1, { server: sessionServer }), startWorker(2, { server: sessionServer })];
    await ask(one, 'state');
    const [first, second] = [await watch(one, 'a:b'), await watch(other, 'a:b')];
    await one.close();
    await first.ended;
    await ask(other, 'update', { params: { uri: 'a:b' } });
    expect([first.updates, second.updates]).toEqual([0, 1]);
    await expect(ask(other, 'exit')).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    await second.ended;
    await expect(watch(other, 'a:b')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('refuses a watch with the reason of the server', async () => {
    const { startWorker } = startHost();
    const server = startWorker(1, { server: sessionServer });
    await ask(server, 'state');
    await expect(watch(server, 'refused:x')).rejects.toMatchObject({ code: 'CONFLICT', said: 'no such resource' });
  });

  it('passes log messages to the call that caused them', async () => {
    const { startWorker } = startHost();
    const [one, other] = [startWorker(1, { server: sessionServer }), startWorker(2, { server: sessionServer })];
    const seen: JsonObject[] = [];
    const questions: LinkRequest['questions'] = {
      session: undefined,
      isAsking: () => false,
      completed: () => undefined,
      refuse: () => undefined,
      answer: async ({ id }) => ({ jsonrpc: '2.0', id, result: {} }),
    };
    const onLog = (message: JsonObject) => void seen.push(message);
    await ask(one, 'log', { params: { text: 'for one' }, questions, onLog });
    await ask(other, 'log', { params: { text: 'for nobody' }, questions });
    expect(seen).toEqual([{ level: 'info', data: 'for one' }]);
  });
});

/** Watches a resource and counts its updates. */
async function watch(server: ChildServer, uri: string) {
  const stop = new AbortController();
  const seen = { updates: 0, leave: () => stop.abort() };
  const onUpdate = () => {
    seen.updates += 1;
  };
  const opened = await server.link().watch?.(uri, era, { onUpdate, signal: stop.signal });
  return Object.assign(seen, { ended: opened?.ended });
}
