/**
 * The second listener, for the gRPC binding of A2A: HTTP/2, with the TLS settings, limits, shares and the pipeline of
 * the first one. It bounds what HTTP/2 adds: streams per connection, resets, idle connections and deadlines.
 */
import type { Http2SecureServer, Http2Server, ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import { constants, createSecureServer, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { grpcCode, isGrpcType } from '@dragoman/core/http';
import type { Config } from '../../config/config.js';
import { withSetting } from '../../config/read-setting-file.js';
import { createAnswerInTurn } from '../answer-in-turn.js';
import type { Answerer } from '../answerer.js';
import { edgeProblem } from '../edge-problem.js';
import type { Listener, ListenerPorts } from '../listener.js';
import { admitConnections, listen } from '../listener.js';
import { createReadNames, refuseUnverified, tlsOptions } from '../node/node-server.js';
import type { PaceLimits } from '../pace.js';
import type { StalledReaders } from '../stalled-readers.js';
import { GrpcRequest, readGrpcTimeout } from './grpc-request.js';
import type { CountedStream } from './write-grpc-reply.js';
import { writeGrpcReply, writeStatusOnly } from './write-grpc-reply.js';

/** Maximum number of calls at once on one connection, and of headers of a call. */
const maxStreams = 100;
const maxHeaders = 200;

/** Milliseconds after which a connection without calls is closed. */
const idleMs = 300_000;

/** Calls that a connection may reset in a period; a client that resets more makes the server work for nothing. */
const resets = { most: 200, periodMs: 10_000 };

/** Starts listening for gRPC calls. */
export async function startGrpcListener(
  { limits, server: { host } }: Pick<Config, 'limits' | 'server'>,
  port: number,
  { answerer, shares, tls }: ListenerPorts,
): Promise<Listener> {
  const options = {
    maxHeaderListPairs: maxHeaders,
    settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: limits.headerBytes, enablePush: false },
  };
  const server = withSetting('server.tls', () =>
    tls === undefined ? createServer(options) : createSecureServer({ ...options, ...tlsOptions(tls) }),
  );
  server.maxConnections = limits.connections;
  server.prependListener('secureConnection', refuseUnverified);
  const sessions = watchSessions(server);
  const pace = { bytesPerSecond: limits.bodyBytesPerSecond, graceSeconds: limits.bodyGraceSeconds };
  const answer = createAnswer(createAnswerInTurn(answerer, shares.arrivals), { pace, readers: shares.readers });
  server.on('stream', (stream, headers) => void answer(stream, headers));
  admitConnections(server, shares.connections);
  await listen(server, host, port, 'a2a.grpc.port');
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => closeGently(server, sessions, graceMs),
  };
}

/** Bounds connections; the result holds the open ones. */
function watchSessions(server: Http2Server | Http2SecureServer): Set<ServerHttp2Session> {
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    let open = 0;
    let count = 0;
    const period = setInterval(() => {
      count = 0;
    }, resets.periodMs).unref();
    session.setTimeout(idleMs, () => undefined);
    session.on('timeout', () => open === 0 && session.close());
    session.on('stream', (stream) => {
      open += 1;
      stream.once('aborted', () => {
        count += 1;
        if (count > resets.most) session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
      });
      stream.once('close', () => {
        open -= 1;
      });
    });
    session.once('close', () => {
      clearInterval(period);
      sessions.delete(session);
    });
  });
  // A connection that violates the protocol is closed by Node.
  server.on('sessionError', () => undefined);
  return sessions;
}

type Answer = (stream: ServerHttp2Stream, headers: Parameters<typeof toRequest>[1]) => Promise<void>;

function createAnswer(answerer: Answerer, { pace, readers }: { pace: PaceLimits; readers: StalledReaders }): Answer {
  const readNames = createReadNames();
  return async (stream, headers) => {
    stream.on('error', () => undefined);
    if (!isGrpcType(String(headers['content-type'] ?? ''))) {
      stream.respond({ ':status': 415 }, { endStream: true });
      stream.close(constants.NGHTTP2_NO_ERROR);
      return;
    }
    const request = toRequest(stream, headers, pace);
    if (request === undefined) {
      await writeGrpcReply(stream, edgeProblem('INVALID_INPUT', 'The path or the authority is malformed.'));
      return;
    }
    readers.add(new StreamReader(stream));
    const socket = stream.session?.socket;
    const origin = {
      remoteAddress: socket?.remoteAddress ?? '',
      target: request.target,
      ...(socket === undefined ? {} : readNames(socket)),
    };
    const stopClock = startDeadline(stream, request);
    const reply = await answerer(request, origin).catch(() => edgeProblem('INTERNAL'));
    await writeGrpcReply(stream, reply);
    request.settle();
    stopClock();
  };
}

function toRequest(
  stream: ServerHttp2Stream,
  headers: ConstructorParameters<typeof GrpcRequest>[0]['headers'],
  pace: PaceLimits,
): GrpcRequest | undefined {
  try {
    return new GrpcRequest({ stream, headers, pace });
  } catch {
    return undefined;
  }
}

/** Longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1;

/** Ends the call when its caller's deadline has passed; the result stops the clock. */
function startDeadline(stream: ServerHttp2Stream, request: GrpcRequest): () => void {
  const ms = readGrpcTimeout(request.headers.get('grpc-timeout'));
  if (ms === undefined || ms > maxDelayMs) return () => undefined;
  const timer = setTimeout(() => {
    request.expire();
    writeStatusOnly(stream, { 'grpc-status': String(grpcCode('DEADLINE_EXCEEDED')) });
  }, ms);
  stream.once('close', () => clearTimeout(timer));
  return () => clearTimeout(timer);
}

/** A stream as a reader whose progress is watched: flow control keeps what the client does not read. */
class StreamReader {
  /** Bytes that were passed to the stream. */
  bytesWritten = 0;
  readonly #stream: CountedStream;

  constructor(stream: CountedStream) {
    this.#stream = stream;
    stream.onWritten = (bytes) => {
      this.bytesWritten += bytes;
    };
  }

  get writableLength(): number {
    return this.#stream.writableLength;
  }

  destroy(): void {
    this.#stream.close(constants.NGHTTP2_CANCEL);
  }

  once(event: 'close', listener: () => void): void {
    this.#stream.once(event, listener);
  }
}

/** Announces the end to every client, waits for running calls, then closes what is left. */
async function closeGently(
  server: Http2Server | Http2SecureServer,
  sessions: ReadonlySet<ServerHttp2Session>,
  graceMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  for (const session of sessions) session.close();
  const cut = setTimeout(() => {
    for (const session of sessions) session.destroy();
  }, graceMs);
  await closed;
  clearTimeout(cut);
}
