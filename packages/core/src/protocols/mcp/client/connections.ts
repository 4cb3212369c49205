/**
 * The generation of each server and its session, which calls share. The processes of one gateway share sessions too: a
 * server may keep what a client did (an open page, a file) in its session, and the next call may reach another process.
 */
import { toFailure } from '@dragoman/model';
import type { Awaitable } from '../../../documents/awaitable.js';
import type { ConnectedServer } from './connect-server.js';
import type { Era, SessionListener, StreamSharing } from './mcp-link.js';

/** A session that another process has. */
export interface FoundSession {
  version: string;
  session: string;
}

/** What a process answers to the others. */
export interface SessionAnswers {
  /** Its session for a key, unless that is the lost one. */
  sessionOf(key: string, lost: string | undefined): Promise<FoundSession | undefined>;
  /** Its stream of the session with this name (`sharedAs`), if it has opened one. */
  streamOf(session: string): SessionListener | undefined;
}

/** Sessions with servers that the processes of one gateway share. */
export interface SharedSessions extends StreamSharing {
  /** Requests of this process are numbered after it, since ids must be unique in a session. */
  readonly firstId: number;
  /** Asks the other processes for their session; `lost` is the id of one that the server no longer knows. */
  find(key: string, lost: string | undefined): Promise<FoundSession | undefined>;
  /** Sets how this process answers the others. */
  serve(answers: SessionAnswers): void;
}

/** How a server is met. */
export interface MeetingOptions {
  /** True when the other processes may use the session. */
  isShared: boolean;
  /** The id of a session that the server no longer knows. */
  lost?: string | undefined;
}

/** The servers that were met. */
export interface ConnectionCache {
  /** Returns the cached server, joins a handshake in progress, or starts one. */
  join(key: string, meet: () => Promise<ConnectedServer>, options: MeetingOptions): Awaitable<Era>;
  /** Removes an outdated entry, unless it was replaced meanwhile. */
  forget(key: string, era: Era): void;
}

/** Maximum number of servers whose generation and session are cached. */
const maxCachedServers = 2000;

/** Creates the cache. */
export function createConnectionCache(shared?: SharedSessions): ConnectionCache {
  const known = new Map<string, Era | Promise<Era>>();
  shared?.serve(answersFrom(known));
  const meetOrFind = async (meet: () => Promise<ConnectedServer>, key: string, { isShared, lost }: MeetingOptions) => {
    const found = isShared ? await shared?.find(key, lost) : undefined;
    const era: Era = found === undefined ? (await meet()).era : { modern: false, ...found };
    if (isShared && era.session !== undefined) era.sharedAs = `${era.session} ${key}`;
    return era;
  };
  const begin = (key: string, fresh: Promise<Era>): Promise<Era> => {
    if (known.size >= maxCachedServers) known.clear();
    known.set(key, fresh);
    fresh.then(
      (era) => void (known.get(key) === fresh && known.set(key, era)),
      () => void (known.get(key) === fresh && known.delete(key)),
    );
    return fresh;
  };
  const join: ConnectionCache['join'] = (key, meet, options) => {
    const there = known.get(key);
    if (there === undefined) return begin(key, meetOrFind(meet, key, options));
    if (!(there instanceof Promise)) return there;
    return there.catch((thrown) => {
      // The caller that started the handshake disconnected; the others retry.
      if (toFailure(thrown).code === 'CANCELLED') return join(key, meet, options);
      throw thrown;
    });
  };
  return {
    join,
    forget(key, era) {
      if (known.get(key) === era) known.delete(key);
    },
  };
}

function answersFrom(known: ReadonlyMap<string, Era | Promise<Era>>): SessionAnswers {
  return {
    async sessionOf(key, lost) {
      const { sharedAs, session, version = '' } = (await Promise.resolve(known.get(key)).catch(() => undefined)) ?? {};
      return sharedAs !== undefined && session !== undefined && session !== lost ? { version, session } : undefined;
    },
    streamOf(wanted) {
      for (const era of known.values()) {
        if (!(era instanceof Promise) && era.sharedAs === wanted) return era.stream;
      }
      return undefined;
    },
  };
}
