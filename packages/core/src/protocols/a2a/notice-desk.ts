/**
 * Where remote agents tell of tasks that are waited for here. A notice is only a knock: whoever waits asks the agent
 * itself how the task stands, so that one who learns an address and a token can cause a question and nothing else, and
 * a notice that comes twice, late or out of order does no harm.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A place at which one task is told of. */
export interface NoticePlace {
  url: string;
  /** Shown by the agent with every notice; good for this place alone. */
  token: string;
  /** Waits so long, or until the task is told of; at once when it was told of since the last time. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Takes notices of remote tasks. */
export interface NoticeDesk {
  /** Opens a place; undefined when remote agents cannot reach this server, or too many places are open. */
  open(): NoticePlace | undefined;
  /** Takes a notice; false when the token is not the one of the place. */
  receive(id: string, token: string): boolean;
  /** Wakes who waits at a place of this process, after another process has taken the notice. */
  knock(id: string): void;
  /** True while a place is open in this process. */
  isAwaiting(): boolean;
}

/** What the desk needs. */
export interface NoticeDeskPorts {
  /** Address under which remote agents reach this server; undefined when they are not to. */
  origin: () => string | undefined;
  /** Secret from which tokens are worked out, the same in every process. */
  secret: string;
  newId: () => string;
  /** Waits; ends early when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told of notices for nobody in this process; another one may be waiting. */
  tellOthers?: (id: string) => void;
}

/** Path at which notices are taken. */
export const noticesPath = '/a2a/notices';

/** Most places open at once; beyond, tasks are asked for as if nobody told of them. */
const mostPlaces = 10_000;

interface Waiter {
  told: boolean;
  wake?: () => void;
}

/** Makes the desk of one process. */
export function createNoticeDesk(ports: NoticeDeskPorts): NoticeDesk {
  const waiters = new Map<string, Waiter>();
  const knock = (id: string): boolean => {
    const waiter = waiters.get(id);
    if (waiter === undefined) return false;
    waiter.told = true;
    waiter.wake?.();
    return true;
  };
  return {
    open() {
      const origin = ports.origin();
      if (origin === undefined || waiters.size >= mostPlaces) return undefined;
      const id = ports.newId();
      const waiter: Waiter = { told: false };
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
      if (!knock(id)) ports.tellOthers?.(id);
      return true;
    },
    knock: (id) => void knock(id),
    isAwaiting: () => waiters.size > 0,
  };
}

async function waitFor(
  { pause }: NoticeDeskPorts,
  waiter: Waiter,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<void> {
  if (!waiter.told) {
    const woken = new AbortController();
    waiter.wake = () => woken.abort();
    await pause(ms, AbortSignal.any([signal, woken.signal]));
    delete waiter.wake;
  }
  waiter.told = false;
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
