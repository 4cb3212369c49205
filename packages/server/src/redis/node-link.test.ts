import { randomUUID } from 'node:crypto';
import type { SessionNews } from '@dragoman/core/faces';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { requireRedis } from '../../../middleware/src/stores/require-redis.support.js';
import type { EventDraft, NumberedEvents } from '../events/event.js';
import { createLocalSequencer } from '../events/local-sequencer.js';
import { createLogger } from '../observe/logger.js';
import { type NodeLink, openNodeLink } from './node-link.js';
import { openRedisLink, type RedisLink } from './redis-link.js';

const redis = await requireRedis();
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  await redis.close();
});

/** A node whose connection can be cut. */
async function openNode(prefix: string) {
  const settings = { url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', timeoutMs: 2000 };
  const real = await openRedisLink(settings, createLogger({ level: 'silent' }));
  const listeners: (() => void)[] = [];
  let isCut = false;
  const link: RedisLink = {
    ...real,
    send: (words) => (isCut ? Promise.reject(new Error('cut')) : real.send(words)),
    state: () => ({ connected: !isCut }),
    subscribe: (channel, listener) => {
      listeners.push(listener);
      real.subscribe(channel, () => !isCut && listener());
    },
  };
  const nodes = openNodeLink({ link, prefix, workers: { events: createLocalSequencer() }, onError: () => undefined });
  closers.push(nodes.stop, real.close);
  const connect = (isConnected: boolean) => {
    isCut = !isConnected;
    if (isConnected) for (const listener of listeners) listener();
  };
  return { nodes, connect };
}

async function openTwo() {
  const prefix = `test:${randomUUID()}:`;
  const [a, b] = [await openNode(prefix), await openNode(prefix)];
  return { prefix, a, b };
}

function hearSessions({ sessions }: NodeLink): SessionNews[] {
  const heard: SessionNews[] = [];
  sessions.hear((news) => heard.push(news));
  return heard;
}

function follow({ events }: NodeLink) {
  const state: { epoch: string; head: number; seen: [number, string][] } = { epoch: '', head: 0, seen: [] };
  events.receive(({ epoch, head, events: added }: NumberedEvents) => {
    if (epoch !== state.epoch) state.seen = [];
    Object.assign(state, { epoch, head });
    for (const { number, event } of added)
      state.seen.push([number, 'waiting' in event ? `${event.waiting}` : event.at]);
  });
  return state;
}

const draft = (at: string, more: Partial<EventDraft> = {}): EventDraft => ({
  event: { type: 'vectors.waiting', at, waiting: 0 } as EventDraft['event'],
  audience: { kind: 'readers' },
  ...more,
});
const call = (at: string, more: Partial<EventDraft> = {}) =>
  draft(at, { event: { type: 'calls.omitted', at } as unknown as EventDraft['event'], ...more });

describe.skipIf(!redis.reachable)('nodes that share Redis', () => {
  it('notify each other of sessions, canceled runs and breakers, and not themselves', async () => {
    const { a, b } = await openTwo();
    const heard = [hearSessions(a.nodes), hearSessions(b.nodes)];
    const [aborted, breakers] = [vi.fn(), vi.fn()];
    b.nodes.onAbortRun(aborted);
    b.nodes.onBreaker(breakers);
    await Promise.all([a.nodes.start(), b.nodes.start()]);
    a.nodes.sessions.tell({ session: 's', request: 7 });
    a.nodes.abortRun('run-1');
    a.nodes.tellBreaker('https://desk.example', 'open');
    await vi.waitFor(() => expect(breakers).toHaveBeenCalledWith('https://desk.example', 'open'));
    expect(aborted).toHaveBeenCalledWith('run-1');
    expect(heard).toEqual([[], [{ session: 's', request: 7 }]]);
  });

  it('learn what they missed: after a start, while they were disconnected, and what could not be sent', async () => {
    const { prefix, a, b } = await openTwo();
    const heard = hearSessions(b.nodes);
    await Promise.all([a.nodes.start(), b.nodes.start()]);
    b.connect(false);
    a.nodes.sessions.tell({ session: 'ended' });
    a.nodes.tellBreaker('https://desk.example', 'open');
    b.connect(true);
    await vi.waitFor(() => expect(heard).toEqual([{ session: 'ended' }]));
    a.connect(false);
    a.nodes.sessions.tell({ session: 'later' });
    expect(heard).toHaveLength(1);
    a.connect(true);
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    const late = await openNode(prefix);
    const [learned, breakers] = [hearSessions(late.nodes), vi.fn()];
    late.nodes.onBreaker(breakers);
    await late.nodes.start();
    expect(learned).toEqual([{ session: 'ended' }, { session: 'later' }]);
    expect(breakers).not.toHaveBeenCalled();
  });

  it('have one order of events, without repetitions, with the largest of their gauges', async () => {
    const { prefix, a, b } = await openTwo();
    const [one, other] = [follow(a.nodes), follow(b.nodes)];
    await Promise.all([a.nodes.start(), b.nodes.start()]);
    a.nodes.events.send([call('1', { key: 'same' }), call('2')]);
    b.nodes.events.send([call('1', { key: 'same' }), call('3')]);
    await vi.waitFor(() => expect([one.head, other.head]).toEqual([3, 3]));
    expect(one).toEqual(other);
    expect(one.seen.map(([, at]) => at).sort()).toEqual(['1', '2', '3']);
    const gauge = (waiting: number) =>
      draft('4', { gauge: true, event: { type: 'vectors.waiting', at: '4', waiting } as EventDraft['event'] });
    a.nodes.events.send([gauge(9)]);
    await vi.waitFor(() => expect(other.head).toBe(4));
    b.nodes.events.send([gauge(5)]);
    a.nodes.events.send([gauge(2)]);
    await vi.waitFor(() => expect(one.head).toBe(5));
    expect(one.seen.slice(3)).toEqual([
      [4, '9'],
      [5, '5'],
    ]);
    const late = await openNode(prefix);
    const joined = follow(late.nodes);
    await late.nodes.start();
    expect(joined).toEqual(one);
  });

  it('number their own events without Redis, and join again with all of them', async () => {
    const { a, b } = await openTwo();
    const [one, other] = [follow(a.nodes), follow(b.nodes)];
    await Promise.all([a.nodes.start(), b.nodes.start()]);
    const { epoch } = one;
    a.connect(false);
    a.nodes.events.send([call('1')]);
    b.nodes.events.send([call('2')]);
    await vi.waitFor(() => expect(one.seen).toEqual([[1, '1']]));
    await vi.waitFor(() => expect(other.seen).toEqual([[1, '2']]));
    expect(one.epoch).not.toBe(epoch);
    a.connect(true);
    await vi.waitFor(() => expect(one).toEqual(other));
    expect(one.epoch).toBe(epoch);
  });

  it('begin a new order of events when Redis has lost the former one', async () => {
    const { prefix, a } = await openTwo();
    const one = follow(a.nodes);
    await a.nodes.start();
    a.nodes.events.send([call('1'), call('2')]);
    await vi.waitFor(() => expect(one.head).toBe(2));
    const { epoch } = one;
    for (const part of ['', ':epoch', ':last', ':keys']) await redis.send(['DEL', `${prefix}events${part}`]);
    a.nodes.events.send([call('3')]);
    await vi.waitFor(() => expect(one.seen).toEqual([[1, '3']]));
    expect(one.epoch).not.toBe(epoch);
  });

  it('know each other’s clients, with the first time', async () => {
    const { a, b } = await openTwo();
    const seen = (at: string) => ({ type: 'tools.listed' as const, at, caller: 'ann', endpoint: '/mcp', tools: 3 });
    a.nodes.clients.save('k', seen('2026-01-01'));
    await vi.waitFor(async () => expect(await b.nodes.clients.load()).toHaveLength(1));
    b.nodes.clients.save('k', seen('2026-01-02'));
    await vi.waitFor(async () =>
      expect(await b.nodes.clients.load()).toEqual([{ event: seen('2026-01-02'), firstSeenAt: '2026-01-01' }]),
    );
    b.connect(false);
    expect(await b.nodes.clients.load()).toEqual([]);
  });

  it('keep streams for each other, and not those with a gap', async () => {
    const { a, b } = await openTwo();
    const origin = { session: 's', request: 1 };
    const stream = a.nodes.journal.open('x', origin);
    stream.append({ number: 1, text: 'one' });
    stream.append({ number: 2, text: 'two' });
    await vi.waitFor(async () =>
      expect(await b.nodes.journal.read('x', 1)).toEqual({
        ...origin,
        isAlive: true,
        isEnded: false,
        first: 1,
        last: 2,
        events: [{ number: 2, text: 'two' }],
      }),
    );
    stream.end();
    await vi.waitFor(async () => expect(await b.nodes.journal.read('x', 2)).toMatchObject({ isEnded: true }));
    const large = a.nodes.journal.open('y', origin);
    large.append({ number: 1, text: 'x'.repeat(1_000_001) });
    await vi.waitFor(async () => expect(await b.nodes.journal.read('y', 0)).toBeUndefined());
    expect(await b.nodes.journal.read('unknown', 0)).toBeUndefined();
  });
});
