/**
 * An upstream that fails in scripted ways, on raw sockets, so that it can violate every rule of HTTP. The first part of
 * the path names the fault; the attempts of each path are counted.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';

/** A request as received by the upstream. */
export interface SeenRequest {
  path: string;
  head: string;
  body: string;
}

/** A running upstream. */
export interface FaultyUpstream {
  port: number;
  seen: SeenRequest[];
  /** Attempts for one path. */
  tries(path: string): number;
  /** Open connections. */
  open(): number;
  /** Called for every new connection. */
  onConnection(look: (socket: Socket) => void): void;
  /** Bytes written for floods. */
  flooded(): number;
  close(): Promise<void>;
}

/** The parameters of a fault. */
interface Stage {
  socket: Socket;
  request: SeenRequest;
  /** 1 for the first attempt for this path. */
  nth: number;
  /** Writes until the other side stops reading or disconnects. */
  flood(piece: string | Buffer): void;
  /** Writes one chunk at a time. */
  drip(pieces: Iterable<string>, everyMs: number): void;
}

type Fault = (stage: Stage) => void;

const json = 'content-type: application/json\r\n';

/** A complete response. */
export function answer(status: string, body: string, headers = json): string {
  return `HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const reset = (socket: Socket) => void socket.resetAndDestroy();
const say =
  (text: string): Fault =>
  ({ socket }) =>
    void socket.write(text);
const sayThen =
  (text: string, then: (socket: Socket) => void): Fault =>
  ({ socket }) =>
    // A short delay, so that the written bytes arrive before the connection breaks.
    void socket.write(text, () => setTimeout(() => then(socket), 30));
const end = (socket: Socket) => void socket.end();
const busy = (status: string, headers = ''): Fault => say(answer(status, '{"error":"busy"}', json + headers));
const recovering =
  (status: string, headers = ''): Fault =>
  ({ socket, nth }) =>
    void socket.write(nth === 1 ? answer(status, '{}', json + headers) : answer('200 OK', '{"ok":true}'));
const chunkedHead = `HTTP/1.1 200 OK\r\n${json}transfer-encoding: chunked\r\n\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 0x20));

/** Every kind of failure, and a few successes. */
export const faults: Readonly<Record<string, Fault>> = {
  fine: say(answer('200 OK', '{"ok":true}')),
  'reset-at-once': ({ socket }) => reset(socket),
  'close-at-once': ({ socket }) => end(socket),
  'reset-in-head': sayThen('HTTP/1.1 200 OK\r\ncontent-ty', reset),
  'close-in-head': sayThen('HTTP/1.1 200 OK\r\ncontent-ty', end),
  'reset-in-body': sayThen(`HTTP/1.1 200 OK\r\n${json}content-length: 100\r\n\r\n{"half":`, reset),
  'close-in-chunks': sayThen(chunkedHead + chunk('{"half":'), end),
  hang: () => undefined,
  'hang-in-body': say(`HTTP/1.1 200 OK\r\n${json}content-length: 100\r\n\r\n{"half":`),
  'drip-head': ({ drip }) => drip(answer('200 OK', '{"ok":true}'), 1000),
  'drip-body': ({ socket, drip }) => {
    socket.write(`HTTP/1.1 200 OK\r\n${json}content-length: 1000\r\n\r\n`);
    drip('{"slow": "'.padEnd(1000, 'x'), 1000);
  },
  'length-too-large': sayThen(`HTTP/1.1 200 OK\r\n${json}content-length: 50\r\n\r\n{"ok":true}`, end),
  'length-too-small': say(`HTTP/1.1 200 OK\r\n${json}content-length: 5\r\n\r\n{"ok":true}`),
  'length-twice': say(`HTTP/1.1 200 OK\r\n${json}content-length: 11\r\ncontent-length: 12\r\n\r\n{"ok":true}`),
  'length-negative': say(`HTTP/1.1 200 OK\r\n${json}content-length: -1\r\n\r\n{"ok":true}`),
  'broken-chunk': say(`${chunkedHead}zz\r\n{"ok":true}\r\n0\r\n\r\n`),
  'wrong-type': say(answer('200 OK', '<p>hello</p>', 'content-type: text/html\r\n')),
  'no-type': say(answer('200 OK', '{"ok":true}', '')),
  'broken-json': say(answer('200 OK', '{"ok":')),
  'empty-body': say(answer('200 OK', '')),
  'announced-gigabyte': ({ socket, flood }) => {
    socket.write(`HTTP/1.1 200 OK\r\n${json}content-length: ${1024 ** 3}\r\n\r\n`);
    flood(Buffer.alloc(65_536, 0x20));
  },
  gigabyte: ({ socket, flood }) => {
    socket.write(chunkedHead);
    flood(chunk(' '.repeat(65_536)));
  },
  'gzip-bomb': ({ socket }) => {
    socket.write(`HTTP/1.1 200 OK\r\n${json}content-encoding: gzip\r\ncontent-length: ${bomb.byteLength}\r\n\r\n`);
    socket.write(bomb);
  },
  'ten-thousand-headers': ({ socket }) =>
    void socket.write(
      `HTTP/1.1 200 OK\r\n${Array.from({ length: 10_000 }, (_unused, n) => `x-${n}: y\r\n`).join('')}content-length: 2\r\n\r\n{}`,
    ),
  'many-headers': say(answer('200 OK', '{}', json + 'x-a: b\r\n'.repeat(300))),
  'hundred-redirects': ({ socket, request }) =>
    void socket.write(answer('302 Found', '', `location: ${request.path}/on\r\n`)),
  'error-in-200': say(answer('200 OK', '{"error":"it did not work"}')),
  'not-found': say(answer('404 Not Found', '{"error":"no such thing"}')),
  'server-error': say(answer('500 Internal Server Error', '{"error":"broken"}')),
  'too-many': busy('429 Too Many Requests'),
  'too-many-long': busy('429 Too Many Requests', 'retry-after: 3600\r\n'),
  'too-many-then-fine': recovering('429 Too Many Requests', 'retry-after: 1\r\n'),
  unavailable: busy('503 Service Unavailable'),
  'unavailable-long': busy('503 Service Unavailable', 'retry-after: 3600\r\n'),
  'unavailable-then-fine': recovering('503 Service Unavailable', 'retry-after: 1\r\n'),
  'gateway-then-fine': recovering('502 Bad Gateway'),
  'reset-then-fine': ({ socket, nth }) => {
    if (nth === 1) reset(socket);
    else socket.write(answer('200 OK', '{"ok":true}'));
  },
  'interim-flood': ({ flood }) => flood('HTTP/1.1 102 Processing\r\n\r\n'),
  'interim-then-fine': say(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${answer('200 OK', '{"ok":true}')}`),
  'continue-unasked': say(`HTTP/1.1 100 Continue\r\n\r\n${answer('200 OK', '{"ok":true}')}`),
  'inherited-header-names': say(
    answer('200 OK', '{"ok":true}', `${json}constructor: a\r\n__proto__: b\r\ntoString: c\r\n`),
  ),
  'broken-trailer': say(`${chunkedHead}${chunk('{"ok":true}')}0\r\nno trailer\r\n\r\n`),
  'blank-in-chunk-size': say(`${chunkedHead}b \r\n{"ok":true}\r\n0\r\n\r\n`),
  'upgrade-unasked': say('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
  'no-http': say('what is this\r\n\r\n'),
  events: ({ socket, drip }) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n');
    drip([chunk('data: {"n":1}\n\n'), chunk('data: {"n":2}\n\n'), '0\r\n\r\n'], 50);
  },
  'events-endless': ({ socket, drip }) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n');
    drip(Array(10_000).fill(chunk('data: {"n":1}\n\n')), 50);
  },
  'events-reset': ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n');
    socket.write(chunk('data: {"n":1}\n\n'), () => setTimeout(() => reset(socket), 50));
  },
};

/** Reads a certificate or key of the upstream tests. */
export function upstreamPem(name: string): string {
  return readFileSync(new URL(`./fixtures/upstream-tls/${name}.pem`, import.meta.url), 'utf8');
}

/** Starts an upstream on a free loopback port, with TLS when a certificate is named. */
export async function startFaultyUpstream(certificate?: string, tls: TlsOptions = {}): Promise<FaultyUpstream> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const lookers: ((socket: Socket) => void)[] = [];
  let flooded = 0;
  const tries = (path: string) => seen.filter((request) => request.path === path).length;
  const accept = (socket: Socket) => {
    sockets.add(socket);
    for (const look of lookers) look(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    readRequests(socket, (request) => {
      seen.push(request);
      const name = request.path.split(/[/?]/)[1] ?? '';
      const flood = (piece: string | Buffer) => pump(socket, piece, (bytes) => (flooded += bytes));
      const drip = (pieces: Iterable<string>, everyMs: number) => dripInto(socket, pieces, everyMs);
      faults[name]?.({ socket, request, nth: tries(request.path), flood, drip });
    });
  };
  const server = certificate === undefined ? createServer(accept) : startTls(certificate, tls, accept);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    tries,
    open: () => sockets.size,
    onConnection: (look) => void lookers.push(look),
    flooded: () => flooded,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function startTls(certificate: string, tls: TlsOptions, accept: (socket: Socket) => void): Server {
  const pair = { cert: upstreamPem(`${certificate}.cert`), key: upstreamPem(`${certificate}.key`) };
  return createTlsServer({ ...pair, ...tls }, accept).on('tlsClientError', () => undefined);
}

/** Passes on each request when its body is complete; the next one may follow on the same connection. */
function readRequests(socket: Socket, onRequest: (request: SeenRequest) => void): void {
  let held = '';
  socket.setEncoding('latin1').on('data', (text: Buffer | string) => {
    held += String(text);
    for (;;) {
      const headEnd = held.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = held.slice(0, headEnd);
      const bodyEnd = headEnd + 4 + Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (held.length < bodyEnd) return;
      const request = { path: head.split(' ')[1] ?? '', head, body: held.slice(headEnd + 4, bodyEnd) };
      held = held.slice(bodyEnd);
      onRequest(request);
    }
  });
}

function pump(socket: Socket, piece: string | Buffer, count: (bytes: number) => void): void {
  const next = () => {
    if (socket.destroyed) return;
    count(piece.length);
    if (socket.write(piece)) setImmediate(next);
    else socket.once('drain', next);
  };
  next();
}

function dripInto(socket: Socket, pieces: Iterable<string>, everyMs: number): void {
  const rest = pieces[Symbol.iterator]();
  const timer = setInterval(() => {
    const { value, done } = rest.next();
    if (done === true || socket.destroyed) clearInterval(timer);
    else socket.write(value);
  }, everyMs);
}
