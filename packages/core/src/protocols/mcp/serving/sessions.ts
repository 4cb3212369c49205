/**
 * Sessions of the revisions that have them. A session is nothing but a signed name, good on every node for the caller
 * and the root that it was given to; only requests that run, and sessions that were ended, are remembered.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createBoundedCache } from '@dragoman/model';
import type { Clock } from '../../../documents/host.js';
import type { RpcId } from '../../../transport/json-rpc.js';

/** Whose session it is, and where. */
export interface SessionScope {
  subject: string;
  /** Prefix of the root's path, and the id in it; empty where there is none. */
  prefix: string;
  id: string;
}

/** A request that runs in a session. */
export interface RunningRequest {
  /** Aborts when the request is taken back; made at the first look. */
  readonly signal: AbortSignal;
  isCancelled(): boolean;
  cancel(): void;
}

/** Gives sessions out, knows them again, and keeps track of what runs in them. */
export interface Sessions {
  open(scope: SessionScope): string;
  /** True when it was given out for this caller and root, and neither ended nor expired. */
  knows(id: string, scope: SessionScope): boolean;
  /** Ends it and everything that runs in it. */
  end(id: string): void;
  /** Notes a request that runs. */
  begin(session: string, request: RpcId): RunningRequest;
  /** Takes a request back. */
  cancel(session: string, request: RpcId): void;
  /** Forgets a request that has ended. */
  done(running: RunningRequest): void;
}

/** What one process tells the others of a session: a request in it was taken back, or, without one, the session is over. */
export interface SessionNews {
  session: string;
  request?: RpcId;
}

/** Other processes at the same address, where the next message of a client may arrive. */
export interface SessionPeers {
  tell(news: SessionNews): void;
  hear(listener: (news: SessionNews) => void): void;
}

/** What sessions need. */
export interface SessionPorts {
  /** Secret that names are signed with; nodes that share it know each other's sessions. */
  key: string;
  clock: Clock;
  peers?: SessionPeers;
}

/** Milliseconds for which a session is good. */
const goodForMs = 24 * 3_600_000;

/** Ended sessions that are remembered; they expire anyway. */
const mostEnded = 10_000;

/** Sessions whose signature is not worked out again. */
const mostKnown = 10_000;

/** Makes the sessions. */
export function createSessions({ key, clock, peers }: SessionPorts): Sessions {
  const ended = new Set<string>();
  const running = createRunningList();
  const known = createKnown();
  const sign = (body: string, { subject, prefix, id }: SessionScope) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['mcp-session', body, subject, prefix, id]))
      .digest('base64url');
  const end = (id: string) => {
    if (ended.size >= mostEnded) ended.clear();
    ended.add(id);
    known.delete(id);
    for (const request of running.all) if (request.session === id) request.cancel();
  };
  /** False when no such request runs here. */
  const cancel = (session: string, id: RpcId): boolean => {
    const meant = running.all.filter((request) => request.session === session && request.id === id);
    for (const request of meant) request.cancel();
    return meant.length > 0;
  };
  peers?.hear(({ session, request }) => {
    if (request === undefined) end(session);
    else cancel(session, request);
  });
  return {
    open(scope) {
      const body = `${(clock.now() + goodForMs).toString(36)}.${randomBytes(12).toString('base64url')}`;
      return `${body}.${sign(body, scope)}`;
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
  };
}

/**
 * The requests that run, in no order. A list and no map: the tables that a map outgrows hold on to one another, and once one is
 * old, what was in any of them is collected with the old objects only, and that would be every call.
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

/** Requests are seldom taken back, so a controller is made only for somebody who looks at the signal. */
class Running implements RunningRequest {
  readonly session: string;
  readonly id: RpcId;
  /** Where it stands in the list. */
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

/** Sessions whose signature was found good for a scope; those used longest ago go first, and are then checked again. */
function createKnown() {
  const sessions = createBoundedCache<string, KnownSession>({ entries: mostKnown });
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
