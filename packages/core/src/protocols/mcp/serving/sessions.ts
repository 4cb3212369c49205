/**
 * Sessions of the revisions that have them. A session is only a signed id, valid on every node for the caller and
 * root that it was issued to; the server stores only running requests and ended sessions.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createBoundedCache } from '@dragoman/model';
import type { Clock } from '../../../documents/host.js';
import type { RpcId } from '../../../transport/json-rpc.js';

/** The caller and root of a session. */
export interface SessionScope {
  subject: string;
  /** Prefix of the root's path, and the id in it; empty if there is none. */
  prefix: string;
  id: string;
}

/** A running request of a session. */
export interface RunningRequest {
  /** Aborts when the request is canceled; created on first use. */
  readonly signal: AbortSignal;
  isCancelled(): boolean;
  cancel(): void;
}

/** Issues and verifies sessions, and tracks their running requests. */
export interface Sessions {
  /** Opens a session of a client with these abilities (letters, see `writeAbilities`). */
  open(scope: SessionScope, abilities?: string): string;
  /** The abilities of the client of a known session. */
  abilitiesOf(id: string): string;
  /** True when it was issued for this caller and root, and has neither ended nor expired. */
  knows(id: string, scope: SessionScope): boolean;
  /** Ends it and aborts its running requests. */
  end(id: string): void;
  /** Registers a running request. */
  begin(session: string, request: RpcId): RunningRequest;
  /** Cancels a request. */
  cancel(session: string, request: RpcId): void;
  /** Removes a request that has ended. */
  done(running: RunningRequest): void;
  /** Sets the level from which on log messages are sent. */
  setLogLevel(session: string, level: string): void;
  /** That level; undefined when the client has set none. */
  logLevel(session: string): string | undefined;
  /** Sets what the client of a session calls itself. */
  setClient(session: string, name: string): void;
  /** What the client calls itself, as far as it is known. */
  clientOf(session: string): string | undefined;
}

/** A message to other processes; one that has only a session says that it has ended. */
export interface SessionNews {
  session: string;
  request?: RpcId;
  logLevel?: string;
  /** URI of a watched resource that has changed, of one that the sender watches now, and of one that nobody shall watch. */
  updated?: string;
  watched?: string;
  unwatched?: string;
  /** Whether the client has a stream for updates at the sender. */
  isListening?: boolean;
  /** The sender looks for that stream. */
  findsStream?: true;
  /** The client of a stream is connected to the sender, or has left it. */
  stream?: { id: string; isAttached: boolean };
  /** What the client of a new session calls itself. */
  client?: string;
  /** Key of a message that the sender has stored for the process that waits for it; no session is named. */
  mail?: string;
}

/** True for a message that says that a session has ended. */
export function isEnd(news: SessionNews): boolean {
  return Object.values(news).filter((value) => value !== undefined).length === 1;
}

/** Other processes at the same address, which may receive a client's next message. */
export interface SessionPeers {
  tell(news: SessionNews): void;
  hear(listener: (news: SessionNews) => void): void;
}

/** Dependencies of sessions. */
export interface SessionPorts {
  /** Secret that signs session ids; nodes that share it accept each other's sessions. */
  key: string;
  /** The clock of durations, which nobody sets. */
  clock: Clock;
  peers?: SessionPeers;
}

/** Lifetime of a session in milliseconds. */
const goodForMs = 24 * 3_600_000;

/** Characters of the random part of an id; the abilities of the client follow. */
const randomLength = 16;

/** Maximum number of ended sessions that are stored; they expire anyway. */
const maxEnded = 10_000;

/** Maximum number of sessions with a cached signature check. */
const maxKnown = 10_000;

/** Sessions whose client's name is remembered. */
const maxClients = 1000;

/** Creates the session manager. */
export function createSessions({ key, clock, peers }: SessionPorts): Sessions {
  const ended = new Set<string>();
  const running = createRunningList();
  const known = createKnown();
  const sign = (body: string, { subject, prefix, id }: SessionScope) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['mcp-session', body, subject, prefix, id]))
      .digest('base64url');
  const end = (id: string) => {
    if (ended.size >= maxEnded) ended.clear();
    ended.add(id);
    known.delete(id);
    for (const request of running.all) if (request.session === id) request.cancel();
  };
  /** False when no such request runs in this process. */
  const cancel = (session: string, id: RpcId): boolean => {
    const meant = running.all.filter((request) => request.session === session && request.id === id);
    for (const request of meant) request.cancel();
    return meant.length > 0;
  };
  const levels = createBoundedCache<string, string>({ entries: maxKnown });
  const clients = createBoundedCache<string, string>({ entries: maxClients });
  peers?.hear((news) => {
    const { session, request, logLevel } = news;
    if (logLevel !== undefined) levels.set(session, logLevel);
    else if (news.client !== undefined) clients.set(session, news.client);
    else if (request !== undefined) cancel(session, request);
    else if (isEnd(news)) end(session);
  });
  return {
    open(scope, abilities = '') {
      const random = randomBytes(12).toString('base64url');
      const body = `${(clock.now() + goodForMs).toString(36)}.${random}${abilities}`;
      return `${body}.${sign(body, scope)}`;
    },
    abilitiesOf(id) {
      const start = id.indexOf('.') + 1;
      const end = id.indexOf('.', start);
      return start > 0 && end > start ? id.slice(start + randomLength, end) : '';
    },
    knows(id, scope) {
      if (known.has(id, scope, clock.now())) return true;
      const [expiry = '', random = '', signature = ''] = id.split('.');
      const until = Number.parseInt(expiry, 36);
      if (id.length > 200 || ended.has(id) || !(clock.now() < until)) return false;
      const right = Buffer.from(sign(`${expiry}.${random}`, scope));
      const given = Buffer.from(signature);
      const good = given.length === right.length && timingSafeEqual(given, right);
      if (good) known.add(id, scope, until);
      return good;
    },
    end(session) {
      end(session);
      peers?.tell({ session });
    },
    begin: (session, request) => running.add(new Running(session, request)),
    cancel(session, request) {
      if (!cancel(session, request)) peers?.tell({ session, request });
    },
    done: running.remove,
    setLogLevel(session, logLevel) {
      levels.set(session, logLevel);
      peers?.tell({ session, logLevel });
    },
    logLevel: (session) => levels.peek(session),
    setClient(session, client) {
      clients.set(session, client);
      peers?.tell({ session, client });
    },
    clientOf: (session) => clients.peek(session),
  };
}

/**
 * The running requests, unordered. An array, not a Map: a growing Map keeps its previous tables linked, and once one
 * of them is in the old generation, all their entries survive until a major collection, which would be every call.
 */
function createRunningList() {
  const all: Running[] = [];
  return {
    all: all as readonly Running[],
    add(request: Running): Running {
      request.place = all.length;
      all.push(request);
      return request;
    },
    remove(ended: RunningRequest): void {
      const last = all.at(-1);
      if (!(ended instanceof Running) || last === undefined || all[ended.place] !== ended) return;
      all[ended.place] = last;
      last.place = ended.place;
      all.pop();
    },
  };
}

/** Requests are rarely canceled, so the controller is created only when the signal is read. */
class Running implements RunningRequest {
  readonly session: string;
  readonly id: RpcId;
  /** Index in the list. */
  place = -1;
  #controller: AbortController | undefined = undefined;
  #cancelled = false;

  constructor(session: string, id: RpcId) {
    this.session = session;
    this.id = id;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#cancelled) this.#controller.abort();
    return this.#controller.signal;
  }

  isCancelled(): boolean {
    return this.#cancelled;
  }

  cancel(): void {
    this.#cancelled = true;
    this.#controller?.abort();
  }
}

interface KnownSession {
  scope: SessionScope;
  until: number;
}

/** LRU cache of sessions with a verified signature for a scope; evicted ones are verified again. */
function createKnown() {
  const sessions = createBoundedCache<string, KnownSession>({ entries: maxKnown });
  return {
    has(session: string, { subject, prefix, id }: SessionScope, now: number): boolean {
      const found = sessions.get(session);
      if (found === undefined || now >= found.until) return false;
      const { scope } = found;
      return scope.subject === subject && scope.prefix === prefix && scope.id === id;
    },
    add(session: string, scope: SessionScope, until: number): void {
      sessions.set(session, { scope, until });
    },
    delete: (session: string) => sessions.delete(session),
  };
}
