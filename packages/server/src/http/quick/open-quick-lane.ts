/**
 * A front end of the pipeline that handles ordinary requests over plain TCP directly on the socket, without the
 * request, response and stream objects that Node's server creates. All other requests are passed to Node's parser.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpReply } from '@dragoman/core/http';
import { isStream } from '@dragoman/core/http';
import type { FairShare } from '../../runtime/fair-share.js';
import { createHeaderLines } from '../../wire/header-text.js';
import { addressAccount } from '../address-account.js';
import type { Answerer } from '../answerer.js';
import { edgeProblem } from '../edge-problem.js';
import { refuseUnreadable } from '../node/refuse-unreadable.js';
import type { PaceLimits } from '../pace.js';
import { Pace, paceTickMs } from '../pace.js';
import { createReadHead } from './head-cache.js';
import type { ConnectionPorts } from './quick-connection.js';
import { QuickConnection } from './quick-connection.js';
import { keepAliveSeconds, writeReply } from './write-reply.js';

/** Dependencies of the lane. */
export interface QuickLaneOptions {
  headerBytes: number;
  /** Milliseconds that a connection may take to begin its first request, and that a request may take to arrive. */
  headMs: number;
  requestMs: number;
  /** Minimum rate at which a body must arrive. */
  pace: PaceLimits;
  /** Bytes of all buffered bodies. */
  buffers: FairShare;
  answerer: Answerer;
}

/** The quick lane of a server. */
export interface QuickLane {
  /** Closes the connections without a request in progress. */
  closeIdle(): void;
  /** Closes every connection. */
  closeAll(): void;
}

/** Milliseconds between two checks for timeouts. */
const tickMs = paceTickMs;

/** Starts the quick lane; it takes over new connections of the server. */
export function openQuickLane(server: Server, options: QuickLaneOptions): QuickLane {
  const { headerBytes, pace, buffers, answerer } = options;
  const [toNode] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (toNode === undefined) throw new Error("Node's server has no connection listener");
  const open = new Set<QuickConnection>();
  /** Number of checks so far: a clock that is precise enough for timeouts of seconds and free to read. */
  let ticks = 0;
  const write = createWrite();
  const readHead = createReadHead();
  const portsFor = (remoteAddress: string): ConnectionPorts => ({
    headerBytes,
    ticks: () => ticks,
    readHead,
    answer: (request) => answerer(request, { remoteAddress, target: request.target }),
    write,
    handOver: (socket) => toNode.call(server, socket),
    startPace: () => new Pace(pace),
    takeBuffer: (bytes) => buffers.take(addressAccount(remoteAddress), bytes),
    giveBuffer: (bytes) => buffers.give(addressAccount(remoteAddress), bytes),
    refuseCut: (socket) => refuse(socket, 'HPE_INVALID_EOF_STATE'),
    onGone: (connection) => void open.delete(connection),
  });
  server.removeListener('connection', toNode);
  server.on('connection', (socket: Socket) => {
    open.add(new QuickConnection(socket, portsFor(socket.remoteAddress ?? '')));
  });
  const tick = setInterval(() => {
    ticks += 1;
    for (const connection of open) checkTimeouts(connection, options, ticks);
  }, tickMs).unref();
  server.on('close', () => clearInterval(tick));
  return {
    closeIdle() {
      for (const { state, socket } of open) if (state === 'idle' || state === 'fresh') socket.destroySoon();
    },
    closeAll() {
      for (const { socket } of open) socket.destroy();
    },
  };
}

function checkTimeouts(connection: QuickConnection, limits: QuickLaneOptions, ticks: number): void {
  const { state, since, socket } = connection;
  // The first tick may have come right after the start.
  const lasted = (ticks - since - 1) * tickMs;
  if (state === 'idle' && lasted >= keepAliveSeconds * 1000) socket.destroySoon();
  else if (state === 'fresh' && lasted >= limits.headMs) refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
  else if (state === 'rest' && (lasted >= limits.requestMs || connection.isTooSlow()))
    refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
}

/** Rejects with the code that Node's parser would use. */
function refuse(socket: Socket, code: string): void {
  refuseUnreadable(Object.assign(new Error(code), { code }), socket);
}

function createWrite(): ConnectionPorts['write'] {
  const line = createHeaderLines();
  const date = createDateText();
  return (socket, reply: HttpReply, headOnly) => {
    try {
      return writeReply(socket, reply, { line, date: date(), headOnly });
    } catch {
      if (isStream(reply)) void reply.body.cancel().catch(() => undefined);
      return writeReply(socket, edgeProblem('INTERNAL'), { line, date: date(), headOnly });
    }
  };
}

/** The Date header stays the same for a whole second. */
function createDateText(): () => string {
  let second = Number.NaN;
  let text = '';
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      text = new Date(now * 1000).toUTCString();
    }
    return text;
  };
}
