/** Subscriptions to resources of a child process, in both generations of the protocol. */
import type { Era, LinkRequest } from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';
import { afterEach, describe, expect, it } from 'vitest';
import { sessionServer, statelessServer } from './resource-server.support.js';
import type { SupervisedServer } from './supervised-server.js';
import { superviseServer } from './supervised-server.js';
import { createWatchdog } from './watchdog.js';

const started: SupervisedServer[] = [];
const watchdog = createWatchdog();

afterEach(async () => {
  for (const server of started.splice(0)) await server.close();
});

const generations = [
  ['2025-11-25', sessionServer, { modern: false, version: '2025-11-25' }],
  ['2026-07-28', statelessServer, { modern: true, version: '2026-07-28' }],
] as const;

async function start(script: string, era: Era) {
  let listChanges = 0;
  const server = superviseServer(
    { command: process.execPath, args: ['-e', script], env: {} },
    {
      watchdog,
      elapsed: () => performance.now(),
      lineBytes: 100_000,
      timeoutMs: 20_000,
      client: { name: 'test', version: '1' },
      passesRoots: false,
      generation: '',
      onNoise: () => undefined,
      onChange: () => undefined,
      onListChanged: () => {
        listChanges += 1;
      },
    },
  );
  started.push(server);
  const link = server.link();
  const connect = () =>
    link.ask({ method: era.modern ? 'server/discover' : 'initialize', params: { protocolVersion: era.version } }, era);
  const ask = async (method: string, params: JsonObject = {}, more: Partial<LinkRequest> = {}) => {
    const answer = await link.ask({ method, params, ...more }, era);
    if (answer.kind === 'error') throw new Error(answer.error.message);
    return answer.result;
  };
  /** Watches a resource and counts its updates. */
  const watch = async (uri: string) => {
    const stop = new AbortController();
    const seen = { updates: 0, leave: () => stop.abort(), ended: Promise.resolve() };
    const onUpdate = () => {
      seen.updates += 1;
    };
    const opened = await link.watch?.(uri, era, { onUpdate, signal: stop.signal });
    if (opened === undefined) throw new Error('the link cannot watch');
    return Object.assign(seen, { ended: opened.ended });
  };
  await connect();
  return { server, ask, watch, connect, listChanges: () => listChanges };
}

describe.each(generations)('resources of a child of %s', (_, script, era) => {
  it('are subscribed to once, however many watch, until the last watcher leaves', async () => {
    const { ask, watch } = await start(script, era);
    const [one, other] = await Promise.all([watch('a:b'), watch('a:b')]);
    const third = await watch('a:c');
    await ask('update', { uri: 'a:b' });
    expect([one.updates, other.updates, third.updates]).toEqual([1, 1, 0]);
    one.leave();
    await one.ended;
    await ask('update', { uri: 'a:c' });
    expect(await ask('state')).toMatchObject({ subscribed: ['a:b', 'a:c'], unsubscribed: [] });
    other.leave();
    await expect.poll(() => ask('state')).toMatchObject({ unsubscribed: ['a:b'] });
    expect([one.updates, other.updates, third.updates]).toEqual([1, 1, 1]);
  });

  it('are subscribed to again for a watcher that comes right after the last one has left', async () => {
    const { ask, watch } = await start(script, era);
    const first = await watch('a:b');
    first.leave();
    const next = await watch('a:b');
    await ask('update', { uri: 'a:b' });
    expect([first.updates, next.updates]).toEqual([0, 1]);
    const { subscribed, unsubscribed } = (await ask('state')) as { subscribed: string[]; unsubscribed: string[] };
    expect(subscribed.length - unsubscribed.length).toBe(1);
  });

  it('report 10,000 updates at once a few times', async () => {
    const { ask, watch } = await start(script, era);
    const one = await watch('a:b');
    await ask('update', { uri: 'a:b', times: 10_000 });
    await expect.poll(() => one.updates).toBeGreaterThan(1);
    expect(one.updates).toBeLessThan(100);
  });

  it('cannot be watched when the server refuses, and can be watched after that', async () => {
    const { watch, ask } = await start(script, era);
    await expect(watch('refused:x')).rejects.toMatchObject({ code: 'CONFLICT', said: 'no such resource' });
    const one = await watch('a:b');
    await ask('update', { uri: 'a:b' });
    expect(one.updates).toBe(1);
  });

  it('are limited to 1,000, and one that is left makes room', async () => {
    const { watch } = await start(script, era);
    const all = await Promise.all(Array.from({ length: 1000 }, (__, at) => watch(`a:${at}`)));
    await expect(watch('a:1000')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching('1000'),
    });
    all[0]?.leave();
    await all[0]?.ended;
    await watch('a:1000');
  });

  it('end with the child, and can be watched again in its next run', async () => {
    const { ask, watch, server, connect } = await start(script, era);
    const one = await watch('a:b');
    await expect(ask('exit')).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
    await one.ended;
    await expect.poll(() => server.state().state).toBe('idle');
    if (!era.modern) await expect(watch('a:b')).rejects.toThrow('has just exited');
    await connect();
    const again = await watch('a:b');
    await ask('update', { uri: 'a:b' });
    expect([one.updates, again.updates]).toEqual([0, 1]);
    expect(await ask('state')).toMatchObject({ subscribed: ['a:b'] });
  });
});

describe('resources of a child', () => {
  it('are reported when a part below them changes', async () => {
    const [, script, era] = generations[0];
    const { ask, watch } = await start(script, era);
    const [folder, slash, other] = [await watch('file:///a'), await watch('file:///a/b/'), await watch('file:///ab')];
    await ask('update', { uri: 'file:///a/b/c.txt' });
    expect([folder.updates, slash.updates, other.updates]).toEqual([1, 1, 0]);
  });

  it('of the stateless revision are no longer watched when the server ends the subscription', async () => {
    const [, script, era] = generations[1];
    const { ask, watch } = await start(script, era);
    const one = await watch('a:b');
    await ask('end');
    await one.ended;
    const again = await watch('a:b');
    await ask('update', { uri: 'a:b' });
    expect([one.updates, again.updates]).toEqual([0, 1]);
  });

  it('of the stateless revision: changes of lists are asked for and reported', async () => {
    const [, script, era] = generations[1];
    const { ask, listChanges } = await start(script, era);
    await ask('state');
    await ask('lists');
    await expect.poll(listChanges).toBe(1);
  });
});

describe('log messages of a child', () => {
  const [, script, era] = generations[0];
  const questions = (session: string | undefined): NonNullable<LinkRequest['questions']> => ({
    session,
    isAsking: () => false,
    completed: () => undefined,
    refuse: () => undefined,
    answer: async ({ id }) => ({ jsonrpc: '2.0', id, result: {} }),
  });

  it('reach the only running call, and the latest call of one client', async () => {
    const { ask } = await start(script, era);
    const seen: string[] = [];
    const call = (name: string, params: JsonObject, session?: string) =>
      ask('log', params, {
        questions: questions(session),
        onLog: ({ data }) => void seen.push(`${name}: ${data}`),
      });
    await call('only', { text: 'a' });
    call('first', { text: 'b', stays: true }, 's').catch(() => undefined);
    await call('second', { text: 'c' }, 's');
    expect(seen).toEqual(['only: a', 'second: b', 'second: c']);
  });

  it('are dropped while calls of several clients run', async () => {
    const { ask } = await start(script, era);
    const seen: unknown[] = [];
    const onLog = ({ data }: JsonObject) => void seen.push(data);
    ask('log', { text: 'alone', stays: true }, { questions: questions('s') }).catch(() => undefined);
    await ask('log', { text: 'whose?' }, { questions: questions('t'), onLog });
    await ask('log', { text: 'whose?' }, { questions: questions(undefined), onLog });
    expect(seen).toEqual([]);
  });

  it('are requested at the least severe level of all clients, which is never raised', async () => {
    const { ask } = await start(script, era);
    for (const level of ['warning', 'debug', 'info', 'error']) await ask('logging/setLevel', { level });
    expect(await ask('state')).toMatchObject({ levels: ['warning', 'debug'] });
  });
});
