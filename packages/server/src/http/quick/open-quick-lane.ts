/**
 * A front end of the pipeline that reads and answers ordinary requests over plain TCP on the socket itself, without the request,
 * the response and the streams that Node's server creates for each. What is not ordinary goes to Node's parser, which rules on it.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpReply } from '@dragoman/core/http';
import { isStream } from '@dragoman/core/http';
import { createHeaderLines } from '../../wire/header-text.js';
import type { Answerer } from '../answerer.js';
import { edgeProblem } from '../edge-problem.js';
import { refuseUnreadable } from '../node/refuse-unreadable.js';
import { createReadHead } from './kept-heads.js';
import type { ConnectionPorts } from './quick-connection.js';
import { QuickConnection } from './quick-connection.js';
import { keepAliveSeconds, writeReply } from './write-reply.js';

/** What the lane needs. */
export interface QuickLaneOptions {
  headerBytes: number;
  /** Milliseconds that a connection may take to begin its first request, and any request to end. */
  headMs: number;
  requestMs: number;
  answerer: Answerer;
}

/** The lane of a server. */
export interface QuickLane {
  /** Closes the connections on which no request is being answered. */
  closeIdle(): void;
  /** Closes every connection. */
  closeAll(): void;
}

/** Milliseconds between two checks for timeouts. */
const tickMs = 1000;

/** Opens the lane; connections of the server begin there from now on. */
export function openQuickLane(server: Server, options: QuickLaneOptions): QuickLane {
  const { headerBytes, answerer } = options;
  const [toNode] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (toNode === undefined) throw new Error("Node's server listens to no connections");
  const open = new Set<QuickConnection>();
  /** Checks so far: a clock that is precise enough for timeouts of seconds, and costs nothing to read. */
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

function checkTimeouts({ state, since, socket }: QuickConnection, limits: QuickLaneOptions, ticks: number): void {
  // The first tick may have come right after the beginning.
  const lasted = (ticks - since - 1) * tickMs;
  if (state === 'idle' && lasted >= keepAliveSeconds * 1000) socket.destroySoon();
  else if (state === 'fresh' && lasted >= limits.headMs) refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
  else if (state === 'rest' && lasted >= limits.requestMs) refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
}

/** Refuses as Node's parser would, with its code. */
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

/** The header is the same for a whole second. */
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
