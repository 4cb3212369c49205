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

/** Gives sessions out, knows them again, and keeps track of what runs in them. */
export interface Sessions {
  open(scope: SessionScope): string;
  /** True when it was given out for this caller and root, and neither ended nor expired. */
  knows(id: string, scope: SessionScope): boolean;
  /** Ends it and everything that runs in it. */
  end(id: string): void;
  /** Notes a request that runs; the signal aborts when it is taken back. */
  begin(session: string, request: RpcId): { signal: AbortSignal; done(): void };
  /** Takes a request back. */
  cancel(session: string, request: RpcId): void;
}

/** Milliseconds for which a session is good. */
const goodForMs = 24 * 3_600_000;

/** Ended sessions that are remembered; they expire anyway. */
const mostEnded = 10_000;

/** Makes the sessions; nodes that share the key know each other's. */
export function createSessions({ key, clock }: { key: string; clock: Clock }): Sessions {
  const ended = new Set<string>();
  const running = new Map<string, Map<RpcId, AbortController>>();
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
      const right = Buffer.from(sign(`${expiry}.${random}`, scope));
      const given = Buffer.from(signature);
      return given.length === right.length && timingSafeEqual(given, right);
    },
    end(id) {
      if (ended.size >= mostEnded) ended.clear();
      ended.add(id);
      for (const controller of running.get(id)?.values() ?? []) controller.abort();
      running.delete(id);
    },
    begin(session, request) {
      const controller = new AbortController();
      const requests = running.get(session) ?? new Map<RpcId, AbortController>();
      requests.set(request, controller);
      running.set(session, requests);
      const done = () => {
        if (requests.get(request) === controller) requests.delete(request);
        if (requests.size === 0 && running.get(session) === requests) running.delete(session);
      };
      return { signal: controller.signal, done };
    },
    cancel: (session, request) => running.get(session)?.get(request)?.abort(),
  };
}
