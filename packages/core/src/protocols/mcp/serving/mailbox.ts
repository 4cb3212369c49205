/**
 * Messages for a call that waits, from whichever process of the server receives them: in this process directly, in
 * another one through the store. Processes that can notify each other read the store at once, others poll it.
 */
import type { JsonObject } from '@dragoman/model';
import { createBoundedCache } from '@dragoman/model';
import type { SessionStore } from '../../../catalogue/sessions.js';
import type { Clock } from '../../../documents/host.js';
import type { SessionPeers } from './sessions.js';

/** Delivers messages by key; a key is used once and has at most 100 characters. */
export interface Mailbox {
  /** The message; undefined when it does not arrive in time or the signal aborts. */
  wait(key: string, limits: { ms: number; signal?: AbortSignal }): Promise<JsonObject | undefined>;
  /** Delivers a message; one that nobody waits for expires. */
  post(key: string, message: JsonObject): Promise<void>;
}

/** Dependencies of the mailbox. */
export interface MailboxPorts {
  sessions: Pick<SessionStore, 'read' | 'change'>;
  clock: Clock;
  /** Runs a function at an interval until stopped. */
  every: (ms: number, work: () => void) => () => void;
  /** The other processes that can be notified of a stored message. */
  peers?: SessionPeers | undefined;
}

/** Milliseconds between two polls of the store. */
const pollEveryMs = 500;

/** Milliseconds for which the store keeps a message. */
const keptMs = 60_000;

/** Stored messages of other processes that nobody here waited for yet. */
const maxAnnounced = 1000;

/** No entry has this id, and no caller this name. */
const board = 'mcp mailbox';

/** Creates the mailbox; processes that share the store share it. */
export function createMailbox({ sessions, clock, every, peers }: MailboxPorts): Mailbox {
  const waiting = new Map<string, { end: (message: JsonObject) => void; check: () => void }>();
  const announced = createBoundedCache<string, true>({ entries: maxAnnounced });
  const time = (ms: number) => new Date(ms).toISOString();
  const idOf = (key: string) => `${board} ${key}`;
  const take = async (key: string): Promise<JsonObject | undefined> => {
    const now = time(clock.now());
    const record = await sessions.read(idOf(key), now);
    if (record === undefined) return undefined;
    await sessions.change(idOf(key), (current) => current && { ...current, expiresAt: now }, now);
    return record.document;
  };
  peers?.hear(({ mail }) => {
    if (mail === undefined) return;
    const here = waiting.get(mail);
    if (here === undefined) announced.set(mail, true);
    else here.check();
  });
  return {
    wait(key, { ms, signal }) {
      return new Promise((resolve) => {
        let waited = 0;
        const end = (message?: JsonObject) => {
          stop();
          waiting.delete(key);
          signal?.removeEventListener('abort', leave);
          resolve(message);
        };
        const leave = () => end();
        const check = () => {
          take(key).then(
            (message) => message !== undefined && end(message),
            () => undefined,
          );
        };
        const stop = every(Math.min(pollEveryMs, ms), () => {
          waited += Math.min(pollEveryMs, ms);
          if (waited >= ms) end();
          else check();
        });
        waiting.set(key, { end, check });
        if (announced.peek(key) === true) check();
        announced.delete(key);
        signal?.addEventListener('abort', leave, { once: true });
        if (signal?.aborted === true) end();
      });
    },
    async post(key, message) {
      const here = waiting.get(key);
      if (here !== undefined) return here.end(message);
      const now = clock.now();
      const id = idOf(key);
      const record = { id, entryId: board, owner: board, document: message, expiresAt: time(now + keptMs) };
      await sessions.change(id, () => record, time(now));
      peers?.tell({ session: '', mail: key });
    },
  };
}
