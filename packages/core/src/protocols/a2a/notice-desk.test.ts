/** Push notifications of remote tasks: accepted only with the token of their subscription, harmless when repeated. */
import { describe, expect, it } from 'vitest';
import type { NoticeDeskPorts } from './notice-desk.js';
import { createNoticeDesk } from './notice-desk.js';

const forever = (_: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

function start(more: Partial<NoticeDeskPorts> = {}) {
  let last = 0;
  const others: string[] = [];
  const desk = createNoticeDesk({
    origin: () => 'https://gateway.example',
    secret: 'secret',
    newId() {
      last += 1;
      return `n${last}`;
    },
    pause: forever,
    tellOthers: (id) => others.push(id),
    ...more,
  });
  const open = () => {
    const place = desk.open();
    if (place === undefined) throw new Error('no place');
    return place;
  };
  return { desk, open, others };
}

const { signal } = new AbortController();

describe('a notification subscription', () => {
  it('wakes the waiting call, whether the notification arrives before or during the wait', async () => {
    const { desk, open } = start();
    const place = open();
    expect(place.url).toBe('https://gateway.example/a2a/notices/n1');
    const waiting = place.wait(1000, signal);
    expect(desk.receive('n1', place.token)).toBe(true);
    await waiting;
    desk.receive('n1', place.token);
    desk.receive('n1', place.token);
    await place.wait(1000, signal);
    const left = new AbortController();
    const again = place.wait(1000, left.signal);
    left.abort();
    await again;
  });

  it('accepts only its own token, and nothing once it is closed', () => {
    const { desk, open, others } = start();
    const [one, other] = [open(), open()];
    for (const token of ['', 'x', other.token, `${one.token}x`, one.token.slice(1)]) {
      expect(desk.receive('n1', token)).toBe(false);
    }
    expect(desk.receive('n2', one.token)).toBe(false);
    one.close();
    expect(desk.receive('n1', one.token)).toBe(true);
    expect(others).toEqual(['n1']);
  });

  it('is not opened when agents cannot reach this server, or when too many are open', () => {
    expect(start({ origin: () => undefined }).desk.open()).toBeUndefined();
    const { desk } = start();
    for (let count = 0; count < 10_000; count += 1) desk.open();
    expect(desk.open()).toBeUndefined();
  });

  it('is woken by a notification that another process received', async () => {
    const waiting = start();
    const told = start({ tellOthers: (id) => waiting.desk.knock(id) });
    const place = waiting.open();
    const woken = place.wait(1000, signal);
    expect(told.desk.receive('n1', place.token)).toBe(true);
    await woken;
  });
});
