/**
 * The resources that sessions have subscribed to, in the store: a client that connects again finds them watched,
 * whichever process it reaches and whether it is the same one.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { SessionRecord, SessionStore } from '../../../catalogue/sessions.js';
import type { Clock } from '../../../documents/host.js';

/** Subscriptions by session. */
export interface KeptSubscriptions {
  /** Adds a URI; throws `RATE_LIMITED` when the session has too many. */
  add(session: string, uri: string): Promise<void>;
  remove(session: string, uri: string): Promise<void>;
  list(session: string): Promise<string[]>;
  /** Removes all of a session. */
  end(session: string): Promise<void>;
}

/** Dependencies. */
export interface KeptSubscriptionPorts {
  sessions: Pick<SessionStore, 'read' | 'change'>;
  clock: Clock;
}

/** Maximum number of subscriptions of one session. */
export const mostOfSession = 50;

/** Milliseconds for which they are kept, as long as a session lives. */
const keptMs = 24 * 3_600_000;

/** No entry has this id, and no caller this name. */
const board = 'mcp subscriptions';

/** Creates the list; processes that share the store share it. */
export function createKeptSubscriptions({ sessions, clock }: KeptSubscriptionPorts): KeptSubscriptions {
  const time = (ms: number) => new Date(ms).toISOString();
  // A session id is a credential, so only its digest is stored.
  const idOf = (session: string) => `${board} ${createHash('sha256').update(session).digest('base64url')}`;
  const change = (session: string, next: (uris: string[]) => string[] | undefined) => {
    const id = idOf(session);
    const now = clock.now();
    const decide = (current: SessionRecord | undefined) => {
      const uris = next(urisOf(current));
      if (uris === undefined || (current === undefined && uris.length === 0)) return undefined;
      const document: JsonObject = { uris };
      // Without subscriptions it expires at once.
      return { id, entryId: board, owner: board, document, expiresAt: time(uris.length === 0 ? now : now + keptMs) };
    };
    return sessions.change(id, decide, time(now));
  };
  return {
    async add(session, uri) {
      let isFull = false;
      await change(session, (uris) => {
        isFull = !uris.includes(uri) && uris.length >= mostOfSession;
        return isFull || uris.includes(uri) ? undefined : [...uris, uri];
      });
      if (isFull) throw tooManyOfSession();
    },
    async remove(session, uri) {
      await change(session, (uris) => (uris.includes(uri) ? uris.filter((each) => each !== uri) : undefined));
    },
    list: async (session) => urisOf(await sessions.read(idOf(session), time(clock.now()))),
    async end(session) {
      await change(session, () => []);
    },
  };
}

function urisOf(record: SessionRecord | undefined): string[] {
  const uris = record?.document.uris;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

/** The failure of a subscription beyond the limit. */
export function tooManyOfSession(): Failure {
  const message = `A session can watch ${mostOfSession} resources at once. Unsubscribe from others first.`;
  return new Failure('RATE_LIMITED', { message });
}
