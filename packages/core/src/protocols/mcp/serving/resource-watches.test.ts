import { expect, it } from 'vitest';
import { createResourceWatches } from './resource-watches.js';
import type { SessionNews } from './sessions.js';

/** Two processes that hear each other. */
function twoProcesses() {
  const heard: ((news: SessionNews) => void)[][] = [[], []];
  const peer = (own: 0 | 1) => ({
    tell: (news: SessionNews) => {
      for (const listener of heard[1 - own] ?? []) listener(news);
    },
    hear: (listener: (news: SessionNews) => void) => void heard[own]?.push(listener),
  });
  return [createResourceWatches(peer(0)), createResourceWatches(peer(1))] as const;
}

it('delivers an update to the stream of the session, in whichever process it is', async () => {
  const [one, other] = twoProcesses();
  const seen: string[] = [];
  other.listen('s', (uri) => seen.push(uri));
  let update = () => {};
  await one.add('s', 'a:b', async (onUpdate) => {
    update = onUpdate;
  });
  update();
  expect(seen).toEqual(['a:b']);
});

it('ends a watch when another process receives the request to end it', async () => {
  const [one, other] = twoProcesses();
  let ended = false;
  await one.add('s', 'a:b', async (_, signal) => {
    signal.addEventListener('abort', () => {
      ended = true;
    });
  });
  other.remove('s', 'a:b');
  expect(ended).toBe(true);
});

it('refuses the 51st resource of a session, and none after one was removed', async () => {
  const watches = createResourceWatches();
  const start = async () => {};
  for (let at = 0; at < 50; at += 1) await watches.add('s', `a:${at}`, start);
  await expect(watches.add('s', 'a:50', start)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  watches.remove('s', 'a:0');
  await watches.add('s', 'a:50', start);
});

it('forgets a watch that the service refuses', async () => {
  const watches = createResourceWatches();
  await expect(watches.add('s', 'a:b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let started = false;
  await watches.add('s', 'a:b', async () => {
    started = true;
  });
  expect(started).toBe(true);
});

it('sends the first of many updates at once, and the others together', async () => {
  const watches = createResourceWatches();
  let sent = 0;
  const leave = new AbortController();
  await watches.follow(
    async (onUpdate) => {
      for (let at = 0; at < 10_000; at += 1) onUpdate();
    },
    () => {
      sent += 1;
    },
    leave.signal,
  );
  expect(sent).toBe(1);
  await expect.poll(() => sent).toBe(2);
  leave.abort();
});
