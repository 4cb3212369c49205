/** An MCP server behind stdio that is started when it is needed, and again after it has ended, later and later if it keeps ending. */
import type { Era, LinkAnswer, LinkRequest, McpLink } from '@dragoman/core';
import { paramsFor, watchAnswer } from '@dragoman/core';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { Child, ChildCommand } from './child.js';
import { startChild } from './child.js';
import type { Watchdog } from './watchdog.js';

/** What supervising needs. */
export interface SupervisionPorts {
  watchdog: Watchdog;
  /** Milliseconds on a clock that never goes back. */
  elapsed: () => number;
  /** Longest answer in bytes. */
  lineBytes: number;
  /** Milliseconds that a server has for one answer. */
  timeoutMs: number;
  /** Name and version of this client. */
  client: JsonObject;
  onNoise: (text: string) => void;
}

/** A supervised server. */
export interface SupervisedServer {
  link(signal?: AbortSignal): McpLink;
  close(): Promise<void>;
}

/** Milliseconds before the next start after one, two, … ends in a row; a server that ran for long begins anew. */
const delay = { first: 200, most: 30_000, healthyAfter: 30_000 };

/** Requests that one server works on at once. */
const mostWaiting = 500;

/** Makes the supervision; nothing runs before the first request. */
export function superviseServer(command: ChildCommand, ports: SupervisionPorts): SupervisedServer {
  let child: Child | undefined;
  let generation = 0;
  let ends = 0;
  let startedAt = 0;
  let notBefore = 0;
  let waiting = 0;
  let last = 0;
  let closed = false;

  const noteEnd = () => {
    const now = ports.elapsed();
    ends = now - startedAt >= delay.healthyAfter ? 1 : ends + 1;
    notBefore = now + Math.min(delay.first * 2 ** (ends - 1), delay.most);
    generation += 1;
    child = undefined;
  };

  const running = (): Child => {
    if (child !== undefined) return child;
    const now = ports.elapsed();
    if (closed) throw new Failure('UNAVAILABLE', { message: 'The gateway is about to end.' });
    if (now < notBefore) {
      const retryAfter = Math.max(1, Math.ceil((notBefore - now) / 1000));
      throw new Failure('UNAVAILABLE', { message: 'The MCP server keeps ending and is given a pause.', retryAfter });
    }
    startedAt = now;
    child = startChild(command, { ...ports, onEnd: noteEnd });
    return child;
  };

  const ask = async (request: LinkRequest, era: Era, signal?: AbortSignal): Promise<LinkAnswer> => {
    if (waiting >= mostWaiting) throw new Failure('UNAVAILABLE', { message: 'Too many calls wait for this server.' });
    const server = running();
    last += 1;
    waiting += 1;
    const id = last;
    const params = paramsFor(request, era, { id, client: ports.client });
    try {
      return await exchange(server, { id, request, params, timeoutMs: ports.timeoutMs, signal });
    } finally {
      waiting -= 1;
    }
  };

  return {
    link: (signal) => ({
      handshakeFirst: true,
      get mark() {
        return String(generation);
      },
      ask: (request, era) => ask(request, era, signal),
      tell: async (method) => running().send({ jsonrpc: '2.0', method }),
    }),
    async close() {
      closed = true;
      await child?.end();
    },
  };
}

interface Exchanging {
  id: number;
  request: LinkRequest;
  params: JsonObject;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

function exchange(server: Child, { id, request, params, timeoutMs, signal }: Exchanging): Promise<LinkAnswer> {
  return new Promise((resolve, reject) => {
    const refuse = (theirs: string | number) =>
      server.send({ jsonrpc: '2.0', id: theirs, error: { code: -32601, message: 'This client answers no requests.' } });
    const news = request.onProgress === undefined ? {} : { onProgress: request.onProgress };
    const watch = watchAnswer(id, { ...news, refuse });
    const giveUp = (failure: Failure) => {
      server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      settle(() => reject(failure));
    };
    const onAbort = () => giveUp(new Failure('CANCELLED'));
    const timer = setTimeout(() => giveUp(new Failure('UPSTREAM_TIMEOUT')), timeoutMs);
    const stop = server.listen(
      (message) => {
        try {
          const answer = watch.take(message);
          if (answer !== undefined) settle(() => resolve(answer));
        } catch (thrown) {
          settle(() => reject(thrown));
        }
      },
      (why) => settle(() => reject(why)),
    );
    const settle = (end: () => void) => {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener('abort', onAbort);
      end();
    };
    if (signal?.aborted === true) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    server.send({ jsonrpc: '2.0', id, method: request.method, params });
  });
}
