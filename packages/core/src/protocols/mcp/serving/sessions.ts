/**
 * Sessions of the revisions that have them. A session is nothing but a signed name, good on every node for the caller
 * and the root that it was given to; only requests that run, and sessions that were ended, are remembered.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../documents/host.js';
import type { RpcId } from '../../../transport/json-rpc.js';

/** Whose session it is. */
export interface SessionScope {
  subject: string;
  /** Path of the root. */
  root: string;
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
  done(session: string, request: RpcId, running: RunningRequest): void;
}

/** Milliseconds for which a session is good. */
const goodForMs = 24 * 3_600_000;

/** Ended sessions that are remembered; they expire anyway. */
const mostEnded = 10_000;

/** Sessions whose signature is not worked out again. */
const mostKnown = 10_000;

/** Makes the sessions; nodes that share the key know each other's. */
export function createSessions({ key, clock }: { key: string; clock: Clock }): Sessions {
  const ended = new Set<string>();
  const running = new Map<string, Map<RpcId, RunningRequest>>();
  const known = createKnown();
  const sign = (body: string, { subject, root }: SessionScope) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['mcp-session', body, subject, root]))
      .digest('base64url');
  return {
    open(scope) {
      const body = `${(clock.now() + goodForMs).toString(36)}.${randomBytes(12).toString('base64url')}`;
      return `${body}.${sign(body, scope)}`;
    },
    knows(id, scope) {
      const [expiry = '', random = '', signature = ''] = id.split('.');
      if (id.length > 200 || ended.has(id) || !(clock.now() < Number.parseInt(expiry, 36))) return false;
      if (known.has(id, scope)) return true;
      const right = Buffer.from(sign(`${expiry}.${random}`, scope));
      const given = Buffer.from(signature);
      const good = given.length === right.length && timingSafeEqual(given, right);
      if (good) known.add(id, scope);
      return good;
    },
    end(id) {
      if (ended.size >= mostEnded) ended.clear();
      ended.add(id);
      for (const request of running.get(id)?.values() ?? []) request.cancel();
      running.delete(id);
    },
    begin(session, request) {
      const begun = createRunning();
      const requests = running.get(session);
      if (requests === undefined) running.set(session, new Map([[request, begun]]));
      else requests.set(request, begun);
      return begun;
    },
    cancel: (session, request) => running.get(session)?.get(request)?.cancel(),
    done(session, request, ended) {
      const requests = running.get(session);
      if (requests?.get(request) === ended) requests.delete(request);
      if (requests?.size === 0) running.delete(session);
    },
  };
}

/** Requests are seldom taken back, so a controller is made only for somebody who looks at the signal. */
function createRunning(): RunningRequest {
  let controller: AbortController | undefined;
  let cancelled = false;
  return {
    get signal() {
      controller ??= new AbortController();
      if (cancelled) controller.abort();
      return controller.signal;
    },
    isCancelled: () => cancelled,
    cancel() {
      cancelled = true;
      controller?.abort();
    },
  };
}

/** Sessions whose signature was found good for a scope; the oldest go first, and are then looked at again. */
function createKnown() {
  const scopes = new Map<string, SessionScope>();
  return {
    has(id: string, { subject, root }: SessionScope): boolean {
      const scope = scopes.get(id);
      return scope !== undefined && scope.subject === subject && scope.root === root;
    },
    add(id: string, scope: SessionScope): void {
      const [oldest] = scopes.keys();
      if (scopes.size >= mostKnown && oldest !== undefined) scopes.delete(oldest);
      scopes.set(id, scope);
    },
  };
}
