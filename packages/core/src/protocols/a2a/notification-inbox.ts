/**
 * Receives push notifications for remote tasks that this gateway waits for. A notification only triggers a poll: the
 * waiting call asks the agent for the task. A leaked address and token can therefore cause a poll and nothing else,
 * and duplicate, late or reordered notifications are harmless.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The subscription for one task. */
export interface NotificationSubscription {
  url: string;
  /** Sent by the agent with every notification; valid for this subscription only. */
  token: string;
  /** Waits up to this time or until a notification arrives; returns at once if one arrived since the last wait. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Receives push notifications for remote tasks. */
export interface NotificationInbox {
  /** Opens a subscription; undefined when remote agents cannot reach this server or too many are open. */
  open(): NotificationSubscription | undefined;
  /** Accepts a notification; false when the token does not belong to the subscription. */
  receive(id: string, token: string): boolean;
  /** Wakes a waiting call of this process after another process has received the notification. */
  wake(id: string): void;
  /** True while a subscription is open in this process. */
  isAwaiting(): boolean;
}

/** Dependencies of the inbox. */
export interface NotificationInboxPorts {
  /** Public address of this server; undefined when remote agents must not call it. */
  origin: () => string | undefined;
  /** Secret from which tokens are derived; the same in every process. */
  secret: string;
  newId: () => string;
  /** Sleeps; returns early when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called for a notification without a subscription in this process, since another process may be waiting for it. */
  notifyOthers?: (id: string) => void;
}

/** Path of the notification endpoint. */
export const noticesPath = '/a2a/notices';

/** Maximum number of open subscriptions; beyond it, tasks are polled as if there were no notifications. */
const maxPlaces = 10_000;

interface Waiter {
  notified: boolean;
  wake?: () => void;
}

/** Creates the inbox of one process. */
export function createNotificationInbox(ports: NotificationInboxPorts): NotificationInbox {
  const waiters = new Map<string, Waiter>();
  const wake = (id: string): boolean => {
    const waiter = waiters.get(id);
    if (waiter === undefined) return false;
    waiter.notified = true;
    waiter.wake?.();
    return true;
  };
  return {
    open() {
      const origin = ports.origin();
      if (origin === undefined || waiters.size >= maxPlaces) return undefined;
      const id = ports.newId();
      const waiter: Waiter = { notified: false };
      waiters.set(id, waiter);
      return {
        url: `${origin}${noticesPath}/${id}`,
        token: tokenOf(ports.secret, id),
        wait: (ms, signal) => waitFor(ports, waiter, { ms, signal }),
        close: () => void waiters.delete(id),
      };
    },
    receive(id, token) {
      if (!isToken(ports.secret, id, token)) return false;
      if (!wake(id)) ports.notifyOthers?.(id);
      return true;
    },
    wake: (id) => void wake(id),
    isAwaiting: () => waiters.size > 0,
  };
}

async function waitFor(
  { pause }: NotificationInboxPorts,
  waiter: Waiter,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<void> {
  if (!waiter.notified) {
    const woken = new AbortController();
    waiter.wake = () => woken.abort();
    await pause(ms, AbortSignal.any([signal, woken.signal]));
    delete waiter.wake;
  }
  waiter.notified = false;
}

function tokenOf(secret: string, id: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['a2a-notice', id]))
    .digest('base64url');
}

function isToken(secret: string, id: string, token: string): boolean {
  const [right, given] = [Buffer.from(tokenOf(secret, id)), Buffer.from(token)];
  return right.length === given.length && timingSafeEqual(right, given);
}
