/** An MCP server behind stdio that is started when it is needed, and again after it has ended, later and later if it keeps ending. */

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
  /** Told when the server says that its tools are others now. */
  onListChanged: () => void;
}

/** A supervised server. */
export interface SupervisedServer {
  link(cancellation?: Cancellation): McpLink;
  close(): Promise<void>;
}

/** Milliseconds before the next start after one, two, … ends in a row; a server that ran for long begins anew. */
const delay = { first: 200, most: 30_000, healthyAfter: 30_000 };

/** Requests that one server works on at once. */
const mostWaiting = 500;

/** One incarnation of the server, and what waits for its answers. */
interface Incarnation {
  child: Child;
  waiting: WaitingRequests;
}

/** A request and who waits for its answer. */
interface Asking {
  request: LinkRequest;
  era: Era;
  cancellation: Cancellation | undefined;
  id: number;
}

/** Makes the supervision; nothing runs before the first request. */
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
    if (closed) throw new Failure('UNAVAILABLE', { message: 'The gateway is about to end.' });
    if (at < notBefore) {
      const retryAfter = Math.max(1, Math.ceil((notBefore - at) / 1000));
      throw new Failure('UNAVAILABLE', { message: 'The MCP server keeps ending and is given a pause.', retryAfter });
    }
    startedAt = at;
    now = incarnate(command, ports, noteEnd);
    return now;
  };

  const withRoom = (): Incarnation => {
    const there = running();
    if (there.waiting.size < mostWaiting) return there;
    throw new Failure('UNAVAILABLE', { message: 'Too many calls wait for this server.' });
  };

  const ask = (request: LinkRequest, era: Era, cancellation?: Cancellation): Promise<LinkAnswer> => {
    const there = withRoom();
    const noted = request.onSend?.();
    last += 1;
    const asking: Asking = { request, era, cancellation, id: last };
    if (!(noted instanceof Promise)) return write(there, asking, ports);
    // It may have ended while somebody took note; another one was not met yet, so nothing is written to it.
    return noted.then(() => {
      if (there === now) return write(there, asking, ports);
      throw new Failure('UNAVAILABLE', { message: 'The MCP server ended just now.' });
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
      // One that does not even say who it is will not come to itself; the next call starts another.
      if (request.method === 'initialize' && toFailure(why).code === 'UPSTREAM_TIMEOUT') {
        child.cut('The MCP server did not answer when it was met.');
      }
      giveUp(why);
    };
    waiting.add({ id, cancellation, onProgress: request.onProgress, until: elapsed() + timeoutMs, resolve, reject });
    child.send(rpcRequest(id, request.method, params));
  });
}

/** What all links to one server share. */
interface Line {
  mark(): string;
  ask(request: LinkRequest, era: Era, cancellation?: Cancellation): Promise<LinkAnswer>;
  tell(method: string): void;
}

/** The way to the server for one who waits. Every call makes one, and a class makes them alike. */
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
    onBabble: () => child.cut('The MCP server sends messages without end and no answer.'),
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
