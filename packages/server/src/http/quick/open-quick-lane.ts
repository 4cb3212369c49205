/**
 * A shorter way for the commonest requests: ordinary calls of routes in plain parts, over plain TCP. They are read and answered
 * on the socket itself, without the request, the response and the streams that Node's server makes for each. It is a lane of
 * that server and no server of its own: what is not ordinary goes to Node's parser, and the verdict on it is Node's.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isReply } from '@dragoman/core/http';
import type { WriteHeaderLine } from '../../wire/header-text.js';
import { createHeaderLines } from '../../wire/header-text.js';
import type { Answer } from '../exchange.js';
import type { PlainSource } from '../plain-request.js';
import { createReadHead } from './keep-heads.js';
import type { QuickHome } from './quick-connection.js';
import { QuickConnection } from './quick-connection.js';
import { drained, keepAliveSeconds, writeWebResponse, writeWhole } from './write-answer.js';

/** What the lane needs. */
export interface QuickLaneOptions {
  headerBytes: number;
  /** Milliseconds that a connection may take to begin its first request, and any request to end. */
  headMs: number;
  requestMs: number;
  /** True for an address that is answered in plain parts. */
  repliesTo(target: string): boolean;
  answer(source: PlainSource, remoteAddress: string): Promise<Answer>;
  /** What is answered when something went wrong on our side. */
  trouble(): Response;
  /** Tells a sender that it was too slow, and closes. */
  refuseSlow(socket: Socket): void;
}

/** The lane of a server. */
export interface QuickLane {
  /** Closes the connections on which no call runs. */
  closeIdle(): void;
  /** Cuts every connection. */
  closeAll(): void;
}

/** Milliseconds between two looks at who is too slow. */
const lookEveryMs = 1000;

/** Opens the lane; connections of the server begin there from now on. */
export function openQuickLane(server: Server, options: QuickLaneOptions): QuickLane {
  const { headerBytes, repliesTo, answer, trouble } = options;
  const [toNode] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (toNode === undefined) throw new Error("Node's server listens to no connections");
  const open = new Set<QuickConnection>();
  /** Looks so far: a clock that is fine enough for who waits for seconds, and costs nothing to read. */
  let looks = 0;
  const date = createDateText();
  const line = createHeaderLines();
  const readHead = createReadHead(repliesTo);
  const home = (remoteAddress: string): QuickHome => ({
    headerBytes,
    looks: () => looks,
    readHead,
    answer: (source) => answer(source, remoteAddress),
    trouble,
    write: (socket, given) => write(socket, given, { line, date: date(), trouble }),
    handOver: (socket) => toNode.call(server, socket),
    onGone: (connection) => void open.delete(connection),
  });
  server.removeListener('connection', toNode);
  server.on('connection', (socket: Socket) => {
    open.add(new QuickConnection(socket, home(socket.remoteAddress ?? '')));
  });
  const look = setInterval(() => {
    looks += 1;
    for (const connection of open) lookAt(connection, options, looks);
  }, lookEveryMs).unref();
  server.on('close', () => clearInterval(look));
  return {
    closeIdle() {
      for (const { state, socket } of open) if (state === 'idle' || state === 'fresh') socket.destroySoon();
    },
    closeAll() {
      for (const { socket } of open) socket.destroy();
    },
  };
}

function lookAt({ state, since, socket }: QuickConnection, limits: QuickLaneOptions, looks: number): void {
  // The first look may have come right behind the beginning.
  const lasted = (looks - since - 1) * lookEveryMs;
  if (state === 'idle' && lasted >= keepAliveSeconds * 1000) socket.destroySoon();
  else if (state === 'fresh' && lasted >= limits.headMs) limits.refuseSlow(socket);
  else if (state === 'rest' && lasted >= limits.requestMs) limits.refuseSlow(socket);
}

interface Writing {
  line: WriteHeaderLine;
  date: string;
  trouble: () => Response;
}

/** Most answers are written at once; the others, and slow readers, are waited for. */
function write(socket: Socket, answer: Answer, writing: Writing): boolean | Promise<boolean> {
  if (!isReply(answer)) return writeWeb(socket, answer, writing);
  const keep = answer.headers.connection !== 'close';
  try {
    const { line, date } = writing;
    return writeWhole(socket, answer, { line, date, keep }) ? keep : drained(socket).then(() => keep);
  } catch {
    return writeWeb(socket, writing.trouble(), writing);
  }
}

async function writeWeb(socket: Socket, response: Response, { line, date }: Writing): Promise<boolean> {
  const keep = response.headers.get('connection') !== 'close';
  try {
    await writeWebResponse(socket, response, { line, date, keep });
    await drained(socket);
    return keep;
  } catch {
    // An answer that breaks off must not look like one that has ended.
    socket.destroy();
    return false;
  }
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
