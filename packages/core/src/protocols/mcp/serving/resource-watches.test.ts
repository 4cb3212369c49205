import { Failure } from '@dragoman/model';
import { afterEach, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../catalogue/memory-store.js';
import { createKeptSubscriptions } from './kept-subscriptions.js';
import type { ResourceWatches, WatchCounts, WatchRequest, WatchStream } from './resource-watches.js';
import { createResourceWatches } from './resource-watches.js';
import type { SessionNews } from './sessions.js';

/** Processes that hear each other and share a store. */
function startProcesses(count: number, { sessions } = createMemoryStore()) {
  const heard: ((news: SessionNews) => void)[][] = Array.from({ length: count }, () => []);
  const kept = createKeptSubscriptions({ sessions, clock: { now: () => 0 } });
  const countings: ((owner: string) => number)[] = [];
  const counts: WatchCounts = {
    serve: (count) => void countings.push(count),
    total: async (owner) => countings.reduce((sum, count) => sum + count(owner), 0),
  };
  return heard.map((listeners) => {
    const tell = (news: SessionNews) => {
      for (const others of heard) if (others !== listeners) for (const listener of others) listener(news);
    };
    return createResourceWatches({ kept, counts, peers: { tell, hear: (listener) => void listeners.push(listener) } });
  });
}

const twoProcesses = () => startProcesses(2) as [ResourceWatches, ResourceWatches];
const oneProcess = () => startProcesses(1)[0] as ResourceWatches;

/** A request of one caller. */
function request(start: WatchRequest['start'] = async () => {}, more: Partial<WatchRequest> = {}): WatchRequest {
  return { owner: 'caller:one', start, isOffered: async () => true, ...more };
}

/** A request whose service reports an update when `update` is called, and whether it has ended. */
function updatable(more: Partial<WatchRequest> = {}) {
  const state = { update: () => {}, ended: false };
  const start: WatchRequest['start'] = async (onUpdate, signal) => {
    state.update = onUpdate;
    signal.addEventListener('abort', () => {
      state.ended = true;
    });
  };
  return { state, request: request(start, more) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A stream that cannot take over watches, unless it gets a request for them. */
function streamTo(send: (uri: string) => void, request?: WatchRequest): WatchStream {
  return { send, request: () => (request === undefined ? Promise.reject(new Error('no')) : Promise.resolve(request)) };
}

afterEach(() => void vi.useRealTimers());

it('delivers an update to the stream of the session, in whichever process it is', async () => {
  const [one, other] = twoProcesses();
  const seen: string[] = [];
  other.listen(
    's',
    streamTo((uri) => seen.push(uri)),
  );
  const { state, request } = updatable();
  await one.add('s', 'a:b', request);
  state.update();
  await settle();
  expect(seen).toEqual(['a:b']);
});

it('delivers what was missed when the client opens its stream again, here or in another process', async () => {
  for (const at of [0, 1] as const) {
    const processes = twoProcesses();
    const seen: string[] = [];
    const { state, request } = updatable();
    await processes[0].add('s', 'a:b', request);
    processes[at].listen(
      's',
      streamTo(() => seen.push('closed')),
    )();
    state.update();
    await settle();
    expect(seen).toEqual([]);
    processes[at].listen(
      's',
      streamTo((uri) => seen.push(uri)),
    );
    expect(seen).toEqual(['a:b']);
  }
});

it('uses the latest of several streams of a session', async () => {
  const watches = oneProcess();
  const seen: string[] = [];
  watches.listen(
    's',
    streamTo(() => seen.push('older')),
  );
  const close = watches.listen(
    's',
    streamTo(() => seen.push('newer')),
  );
  const { state, request } = updatable();
  await watches.add('s', 'a:b', request);
  state.update();
  await settle();
  close();
  state.update();
  await expect.poll(() => seen).toEqual(['newer', 'older']);
});

it('ends a watch when another process receives the request to end it, or the same subscription', async () => {
  const [one, other] = twoProcesses();
  const first = updatable();
  await one.add('s', 'a:b', first.request);
  await other.remove('s', 'a:b');
  expect(first.state.ended).toBe(true);
  const [second, third] = [updatable(), updatable()];
  await one.add('s', 'a:b', second.request);
  await other.add('s', 'a:b', third.request);
  expect([second.state.ended, third.state.ended]).toEqual([true, false]);
});

it('ends the watches of a session that has no stream for a minute, and keeps those of others', async () => {
  vi.useFakeTimers();
  const [one, other] = twoProcesses();
  const close = other.listen(
    'heard',
    streamTo(() => {}),
  );
  const [heard, silent] = [updatable(), updatable()];
  await one.add('heard', 'a:b', heard.request);
  await one.add('silent', 'a:b', silent.request);
  vi.advanceTimersByTime(61_000);
  expect([heard.state.ended, silent.state.ended]).toEqual([false, true]);
  vi.advanceTimersByTime(3_600_000);
  expect(heard.state.ended).toBe(false);
  close();
  vi.advanceTimersByTime(120_000);
  expect(heard.state.ended).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('keeps the watches of a client whose stream has moved to another process', async () => {
  vi.useFakeTimers();
  const [one, other] = twoProcesses();
  const moved = updatable();
  const close = other.listen(
    's',
    streamTo(() => {}),
  );
  await one.add('s', 'a:b', moved.request);
  other.listen(
    's',
    streamTo(() => {}),
  );
  close();
  vi.advanceTimersByTime(3_600_000);
  expect(moved.state.ended).toBe(false);
});

it('refuses the 51st resource of a session with the limit, and accepts it after one was removed', async () => {
  const watches = oneProcess();
  for (let at = 0; at < 50; at += 1) await watches.add('s', `a:${at}`, request());
  await expect(watches.add('s', 'a:50', request())).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringContaining('50 resources'),
  });
  await watches.remove('s', 'a:0');
  await watches.add('s', 'a:50', request());
});

it('bounds the resources of one caller in 10,000 sessions and streams, and leaves room for others', async () => {
  const watches = oneProcess();
  const leave = new AbortController();
  const results = await Promise.allSettled(
    Array.from({ length: 10_000 }, (_, at) =>
      at % 2 === 0 ? watches.add(`s${at}`, 'a:b', request()) : watches.follow(request(), () => {}, leave.signal),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(200);
  expect(results.at(-1)).toMatchObject({ reason: { code: 'RATE_LIMITED', message: expect.stringContaining('200') } });
  await watches.add('other', 'a:b', request(undefined, { owner: 'caller:two' }));
  leave.abort();
  await watches.add('s', 'a:b', request());
});

it('watches at most 200 resources for a caller in all processes together', async () => {
  const [one, other] = twoProcesses();
  const leave = new AbortController();
  const follow = (at: number) => (at % 2 === 0 ? one : other).follow(request(), () => {}, leave.signal);
  for (let at = 0; at < 199; at += 1) await follow(at);
  const results = await Promise.allSettled([follow(0), follow(1)]);
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2);
  if (results.every(({ status }) => status === 'rejected')) await follow(1);
  for (const each of [one, other]) {
    const refused = { code: 'RATE_LIMITED', message: expect.stringContaining('200 resources for you') };
    await expect(each.add('s', 'a:b', request())).rejects.toMatchObject(refused);
    await expect(each.follow(request(), () => {}, leave.signal)).rejects.toMatchObject(refused);
    await each.add('t', 'a:b', request(undefined, { owner: 'caller:two' }));
  }
  leave.abort();
  await one.add('s', 'a:b', request());
});

it('moves a watch to the process that has the stream at the limit, too', async () => {
  const [one, other] = twoProcesses();
  for (let at = 0; at < 199; at += 1) await one.follow(request(), () => {}, new AbortController().signal);
  const moved = updatable();
  other.listen(
    's',
    streamTo(() => undefined, moved.request),
  );
  const first = updatable();
  await one.add('s', 'a:b', first.request);
  await expect.poll(() => first.state.ended).toBe(true);
  expect(moved.state.ended).toBe(false);
});

it('forgets a watch that the service refuses', async () => {
  const watches = oneProcess();
  const refuses = request(() => Promise.reject(new Error('no')));
  for (let at = 0; at < 300; at += 1) {
    await expect(watches.add('s', 'a:b', refuses)).rejects.toThrow('no');
    await expect(watches.follow(refuses, () => {}, new AbortController().signal)).rejects.toThrow('no');
  }
  let started = false;
  await watches.add(
    's',
    'a:b',
    request(async () => {
      started = true;
    }),
  );
  expect(started).toBe(true);
});

it('accepts the end of a watch that never began', async () => {
  const watches = oneProcess();
  await watches.remove('s', 'a:b');
  await watches.end('s');
});

it('moves a watch to the process that has the stream, which then reports its updates', async () => {
  const [one, other] = twoProcesses();
  const seen: string[] = [];
  const [first, moved] = [updatable(), updatable()];
  other.listen(
    's',
    streamTo((uri) => seen.push(uri), moved.request),
  );
  await one.add('s', 'a:b', first.request);
  await expect.poll(() => first.state.ended).toBe(true);
  moved.state.update();
  await settle();
  expect([seen, moved.state.ended]).toEqual([['a:b'], false]);
});

it('starts watches again for the next stream after its process has ended, and reports them once', async () => {
  const store = createMemoryStore();
  await startProcesses(1, store)[0]?.add('s', 'a:b', request());
  const [next] = startProcesses(1, store);
  const seen: string[] = [];
  const { state, request: again } = updatable();
  const close = next?.listen(
    's',
    streamTo((uri) => seen.push(uri), again),
  );
  await expect.poll(() => seen).toEqual(['a:b']);
  state.update();
  await expect.poll(() => seen).toEqual(['a:b', 'a:b']);
  close?.();
  next?.listen(
    's',
    streamTo((uri) => seen.push(uri), again),
  );
  await settle();
  expect(seen).toHaveLength(2);
});

it('does not start watches again that the client or the end of its session has ended', async () => {
  for (const end of ['remove', 'end'] as const) {
    const store = createMemoryStore();
    const [one] = startProcesses(1, store);
    await one?.add('s', 'a:b', request());
    await one?.[end]('s', 'a:b');
    const seen: string[] = [];
    startProcesses(1, store)[0]?.listen(
      's',
      streamTo((uri) => seen.push(uri), request()),
    );
    await settle();
    expect(seen).toEqual([]);
  }
});

it('counts the resources of a session in all processes', async () => {
  const [one, other] = twoProcesses();
  for (let at = 0; at < 50; at += 1) await (at % 2 === 0 ? one : other).add('s', `a:${at}`, request());
  for (const each of [one, other]) {
    await expect(each.add('s', 'a:50', request())).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  }
  await one.add('s', 'a:1', request());
});

it('waits for a watch that has begun, and fails with it', async () => {
  const watches = oneProcess();
  let accept: (outcome: Promise<void>) => void = () => {};
  const slow = request(() => new Promise((resolve) => (accept = resolve)));
  const both = Promise.allSettled([watches.add('s', 'a:b', slow), watches.add('s', 'a:b', slow)]);
  await settle();
  accept(Promise.reject(new Error('no')));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('reports nothing to a caller who may no longer read the resource', async () => {
  const watches = oneProcess();
  const seen: string[] = [];
  let isOffered = false;
  const { state, request } = updatable({ isOffered: async () => isOffered });
  watches.listen(
    's',
    streamTo((uri) => seen.push(uri)),
  );
  await watches.add('s', 'a:b', request);
  state.update();
  await settle();
  expect(seen).toEqual([]);
  isOffered = true;
  state.update();
  await expect.poll(() => seen).toEqual(['a:b']);
});

it('sends the first of many updates at once, and the others together', async () => {
  const watches = oneProcess();
  let sent = 0;
  const leave = new AbortController();
  const floods = request(async (onUpdate) => {
    for (let at = 0; at < 10_000; at += 1) onUpdate();
  });
  await watches.follow(
    floods,
    () => {
      sent += 1;
    },
    leave.signal,
  );
  await settle();
  expect(sent).toBe(1);
  await expect.poll(() => sent).toBe(2);
  leave.abort();
});

it('tries again to restore a watch whose service fails for a moment, and not one that is refused', async () => {
  const store = createMemoryStore();
  const [before] = startProcesses(1, store);
  for (const uri of ['a:b', 'a:refused']) await before?.add('s', uri, request());
  const seen: string[] = [];
  const tries: string[] = [];
  const stream: WatchStream = {
    send: (uri) => seen.push(uri),
    async request(uri) {
      tries.push(uri);
      if (uri === 'a:refused') throw new Failure('NOT_FOUND');
      if (tries.length < 3) throw new Failure('UNAVAILABLE');
      return request();
    },
  };
  const [next] = startProcesses(1, store);
  next?.listen('s', stream);
  await expect.poll(() => seen, { timeout: 5000 }).toEqual(['a:b']);
  expect(tries).toEqual(['a:b', 'a:refused', 'a:b', 'a:refused']);
});
