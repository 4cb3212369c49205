/** Push notifications of remote tasks: accepted only with the token of their subscription, harmless when repeated. */
import { describe, expect, it } from 'vitest';
import type { NotificationInboxPorts } from './notification-inbox.js';
import { createNotificationInbox } from './notification-inbox.js';

const forever = (_: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

function start(more: Partial<NotificationInboxPorts> = {}) {
  let last = 0;
  const others: string[] = [];
  const inbox = createNotificationInbox({
    origin: () => 'https://gateway.example',
    secret: 'secret',
    newId() {
      last += 1;
      return `n${last}`;
    },
    pause: forever,
    notifyOthers: (id) => others.push(id),
    ...more,
  });
  const open = () => {
    const subscription = inbox.open();
    if (subscription === undefined) throw new Error('no subscription');
    return subscription;
  };
  return { inbox, open, others };
}

const { signal } = new AbortController();

describe('a notification subscription', () => {
  it('wakes the waiting call, whether the notification arrives before or during the wait', async () => {
    const { inbox, open } = start();
    const subscription = open();
    expect(subscription.url).toBe('https://gateway.example/a2a/notices/n1');
    const waiting = subscription.wait(1000, signal);
    expect(inbox.receive('n1', subscription.token)).toBe(true);
    await waiting;
    inbox.receive('n1', subscription.token);
    inbox.receive('n1', subscription.token);
    await subscription.wait(1000, signal);
    const left = new AbortController();
    const again = subscription.wait(1000, left.signal);
    left.abort();
    await again;
  });

  it('accepts only its own token, and nothing once it is closed', () => {
    const { inbox, open, others } = start();
    const [one, other] = [open(), open()];
    for (const token of ['', 'x', other.token, `${one.token}x`, one.token.slice(1)]) {
      expect(inbox.receive('n1', token)).toBe(false);
    }
    expect(inbox.receive('n2', one.token)).toBe(false);
    one.close();
    expect(inbox.receive('n1', one.token)).toBe(true);
    expect(others).toEqual(['n1']);
  });

  it('is not opened when agents cannot reach this server, or when too many are open', () => {
    expect(start({ origin: () => undefined }).inbox.open()).toBeUndefined();
    const { inbox } = start();
    for (let count = 0; count < 10_000; count += 1) inbox.open();
    expect(inbox.open()).toBeUndefined();
  });

  it('is woken by a notification that another process received', async () => {
    const waiting = start();
    const receiver = start({ notifyOthers: (id) => waiting.inbox.wake(id) });
    const subscription = waiting.open();
    const woken = subscription.wait(1000, signal);
    expect(receiver.inbox.receive('n1', subscription.token)).toBe(true);
    await woken;
  });
});
