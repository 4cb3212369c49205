/** An MCP server over stdio that is started on demand, and restarted with backoff after it has ended. */

import type { Cancellation } from '@dragoman/core/engine';
import type { Era, LinkAnswer, LinkRequest, McpLink } from '@dragoman/core/faces';
import { paramsFor } from '@dragoman/core/faces';
import { rpcNotification, rpcRequest } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure, toFailure } from '@dragoman/model';
import type { Child, ChildCommand } from './child.js';
import { startChild } from './child.js';
import type { WaitingRequests } from './waiting-requests.js';
import { createWaitingRequests } from './waiting-requests.js';
import type { Watchdog } from './watchdog.js';

/** Dependencies of the supervision. */
export interface SupervisionPorts {
  watchdog: Watchdog;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Maximum size of a response in bytes. */
  lineBytes: number;
  /** Response timeout in milliseconds. */
  timeoutMs: number;
  /** Name and version of this client. */
  client: JsonObject;
  onNoise: (text: string) => void;
  /** Called when the server reports changed tools. */
  onListChanged: () => void;
}

/** A supervised server. */
export interface SupervisedServer {
  link(cancellation?: Cancellation): McpLink;
  close(): Promise<void>;
}

/** Milliseconds before the next start after one, two, … consecutive exits; reset after a long run. */
const delay = { first: 200, most: 30_000, healthyAfter: 30_000 };

/** Maximum number of concurrent requests to one server. */
const maxWaiting = 500;

/** One run of the server with its waiting requests. */
interface Incarnation {
  child: Child;
  waiting: WaitingRequests;
}

/** A request and the caller that waits for its response. */
interface Asking {
  request: LinkRequest;
  era: Era;
  cancellation: Cancellation | undefined;
  id: number;
}

/** Creates the supervision; nothing runs before the first request. */
export function superviseServer(command: ChildCommand, ports: SupervisionPorts): SupervisedServer {
  let now: Incarnation | undefined;
  let generation = 0;
  let mark = '0';
  let ends = 0;
  let startedAt = 0;
  let notBefore = 0;
  let last = 0;
  let closed = false;

  const noteEnd = () => {
    const at = ports.elapsed();
    ends = at - startedAt >= delay.healthyAfter ? 1 : ends + 1;
    notBefore = at + Math.min(delay.first * 2 ** (ends - 1), delay.most);
    generation += 1;
    mark = String(generation);
    now = undefined;
  };

  const running = (): Incarnation => {
    if (now !== undefined) return now;
    const at = ports.elapsed();
    if (closed) throw new Failure('UNAVAILABLE', { message: 'The gateway is shutting down.' });
    if (at < notBefore) {
      const retryAfter = Math.max(1, Math.ceil((notBefore - at) / 1000));
      throw new Failure('UNAVAILABLE', { message: 'The MCP server keeps exiting and is paused.', retryAfter });
    }
    startedAt = at;
    now = incarnate(command, ports, noteEnd);
    return now;
  };

  const withRoom = (): Incarnation => {
    const there = running();
    if (there.waiting.size < maxWaiting) return there;
    throw new Failure('UNAVAILABLE', { message: 'Too many calls wait for this server.' });
  };

  const ask = (request: LinkRequest, era: Era, cancellation?: Cancellation): Promise<LinkAnswer> => {
    const there = withRoom();
    const noted = request.onSend?.();
    last += 1;
    const asking: Asking = { request, era, cancellation, id: last };
    if (!(noted instanceof Promise)) return write(there, asking, ports);
    // It may have ended during the callback; its replacement is not initialized yet, so nothing is written to it.
    return noted.then(() => {
      if (there === now) return write(there, asking, ports);
      throw new Failure('UNAVAILABLE', { message: 'The MCP server has just exited.' });
    });
  };

  const line: Line = {
    mark: () => mark,
    ask,
    tell: (method) => running().child.send(rpcNotification(method)),
  };
  return {
    link: (cancellation) => new ChildLink(line, cancellation),
    async close() {
      closed = true;
      await now?.child.end();
    },
  };
}

function write(
  { child, waiting }: Incarnation,
  { request, era, cancellation, id }: Asking,
  { client, elapsed, timeoutMs }: SupervisionPorts,
): Promise<LinkAnswer> {
  const params = paramsFor(request, era, { id, client });
  return new Promise((resolve, giveUp) => {
    const reject = (why: unknown) => {
      // A server that does not complete its initialization is killed; the next call starts another.
      if (request.method === 'initialize' && toFailure(why).code === 'UPSTREAM_TIMEOUT') {
        child.cut('The MCP server did not respond to the initialization.');
      }
      giveUp(why);
    };
    waiting.add({ id, cancellation, onProgress: request.onProgress, until: elapsed() + timeoutMs, resolve, reject });
    child.send(rpcRequest(id, request.method, params));
  });
}

/** State shared by all links to one server. */
interface Line {
  mark(): string;
  ask(request: LinkRequest, era: Era, cancellation?: Cancellation): Promise<LinkAnswer>;
  tell(method: string): void;
}

/** The link of one caller to the server. Every call creates one; a class keeps their shapes equal. */
class ChildLink implements McpLink {
  readonly handshakeFirst = true;
  readonly #line: Line;
  readonly #cancellation: Cancellation | undefined;

  constructor(line: Line, cancellation: Cancellation | undefined) {
    this.#line = line;
    this.#cancellation = cancellation;
  }

  get mark(): string {
    return this.#line.mark();
  }

  ask(request: LinkRequest, era: Era): Promise<LinkAnswer> {
    return this.#line.ask(request, era, this.#cancellation);
  }

  async tell(method: string): Promise<void> {
    this.#line.tell(method);
  }
}

function incarnate(command: ChildCommand, ports: SupervisionPorts, noteEnd: () => void): Incarnation {
  const waiting = createWaitingRequests({
    elapsed: ports.elapsed,
    send: (message) => child.send(message),
    onListChanged: ports.onListChanged,
    onBabble: () => child.cut('The MCP server sends messages without end and no response.'),
  });
  const child: Child = startChild(command, {
    ...ports,
    onMessage: waiting.take,
    onEnd(why) {
      noteEnd();
      waiting.endAll(why);
    },
  });
  return { child, waiting };
}
