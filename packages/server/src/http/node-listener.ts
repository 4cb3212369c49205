/**
 * Node's side: sockets, TLS, and everything that must be bounded before a request exists. Slow heads and trickling
 * bodies are cut by Node's own timers; a head that cannot be parsed gets the one error body too.
 */
import type { Server as HttpServer, IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { continueTrace, isReply, problemBody, problemType, toResponse } from '@dragoman/core/http';
import type { FailureCode } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { CertificateNames } from '../access/certificate-callers.js';
import { certificateNames } from '../access/certificate-callers.js';
import type { Config } from '../config/config.js';
import { withSetting } from '../config/read-setting-file.js';
import { StartRefused } from '../config/start-refused.js';
import type { Answer } from './exchange.js';
import type { PlainSource } from './plain-request.js';
import { isPlain, PlainRequest, plainSourceOf } from './plain-request.js';
import type { QuickLane } from './quick/open-quick-lane.js';
import { openQuickLane } from './quick/open-quick-lane.js';
import { keepAliveSeconds } from './quick/write-answer.js';
import { writeReply } from './write-reply.js';

/** What a request brings beside itself. */
export interface RequestOrigin {
  remoteAddress: string;
  /** Address as it stood in the request line. */
  target: string;
  /** Names of the verified client certificate; absent when the client showed none. */
  certificate?: CertificateNames;
}

/** What answers requests. */
export interface Answerer {
  /** The answer; what goes wrong on our side is thrown, at once or later. */
  answer(request: Request | PlainRequest, origin: RequestOrigin): Promise<Answer>;
  /** True for an address that is answered in plain parts. */
  repliesTo(method: string, rawPath: string): boolean;
}

/** Certificate and key in PEM. */
export interface TlsFiles {
  cert: string;
  key: string;
  /** Issuers of client certificates; clients are asked for one when it is there. */
  clientCa?: string;
}

/** A server that listens. */
export interface Listener {
  /** Port that it really listens on. */
  port: number;
  /** Stops accepting, lets running requests finish for so long, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

/** Most headers of a request. */
const mostHeaders = 200;

/** Starts listening; a port that is taken is refused with a sentence that says what to do. */
export async function startListener(config: Config, answerer: Answerer, tls: TlsFiles | undefined): Promise<Listener> {
  const server = withSetting('server.tls', () => createNodeServer(config, answerer, tls));
  // Encrypted connections stay with Node's own server; there the cipher costs more than the lane saves.
  const lane = tls === undefined ? openLane(server, config, answerer) : undefined;
  await listen(server, config.server.host, config.server.port);
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => closeGently(server, lane, graceMs) };
}

function openLane(server: HttpServer, { limits }: Config, answerer: Answerer): QuickLane {
  return openQuickLane(server, {
    headerBytes: limits.headerBytes,
    headMs: headMsOf(limits),
    requestMs: limits.requestSeconds * 1000,
    repliesTo: (target) => repliesTo(answerer, target),
    answer: (source: PlainSource, remoteAddress) =>
      answerer.answer(new PlainRequest(source), { remoteAddress, target: source.target }),
    trouble: () => problem('INTERNAL'),
    refuseSlow: (socket) => refuseUnreadable(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
  });
}

function headMsOf({ requestSeconds }: Config['limits']): number {
  return Math.min(10, requestSeconds) * 1000;
}

function repliesTo(answerer: Answerer, target: string): boolean {
  return answerer.repliesTo('POST', target.split('?', 1)[0] ?? '');
}

function createNodeServer(
  { limits, server: { tls: tlsConfig } }: Config,
  answerer: Answerer,
  tls: TlsFiles | undefined,
): HttpServer {
  const options: ServerOptions = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: headMsOf(limits),
    requestTimeout: limits.requestSeconds * 1000,
    keepAliveTimeout: keepAliveSeconds * 1000,
    connectionsCheckingInterval: 1000,
    // Node would refuse it without a word; see `hostFault`.
    requireHostHeader: false,
  };
  const listener = createRequestListener(answerer);
  const server =
    tls === undefined
      ? createHttpServer(options, listener)
      : createHttpsServer({ ...options, ...tlsOptions(tls, tlsConfig.minVersion) }, listener);
  server.prependListener('secureConnection', refuseUnverified);
  server.maxConnections = limits.connections;
  // Node leaves out what is above its count, and with it perhaps a credential; so it must count further than we do.
  server.maxHeadersCount = 10 * mostHeaders;
  server.on('clientError', refuseUnreadable);
  return server;
}

/**
 * Requests for routes in plain parts are answered here, without a web object; everything else goes through the adapter, and so
 * do the answers of such routes that are web responses: refusals and streams.
 */
function createRequestListener(answerer: Answerer): RequestListener {
  const readNames = createReadNames();
  const originOf = ({ socket, url = '/' }: IncomingMessage): RequestOrigin => ({
    remoteAddress: socket.remoteAddress ?? '',
    target: url,
    ...readNames(socket),
  });
  const ready = new WeakMap<IncomingMessage, Response>();
  const web = createWebListener((request, incoming) => {
    const made = ready.get(incoming);
    return made ?? answerer.answer(request, originOf(incoming));
  });
  const reply = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    let answer: Answer;
    try {
      answer = await answerer.answer(new PlainRequest(plainSourceOf(incoming, outgoing)), originOf(incoming));
    } catch {
      answer = problem('INTERNAL');
    }
    if (isReply(answer)) return writeReply(incoming, outgoing, answer);
    ready.set(incoming, answer);
    await web(incoming, outgoing);
  };
  return (incoming, outgoing) => {
    const fault = hostFault(incoming);
    if (fault !== undefined) {
      ready.set(incoming, problem('INVALID_INPUT', fault));
      return web(incoming, outgoing);
    }
    const wanted =
      incoming.rawHeaders.length <= 2 * mostHeaders && isPlain(incoming) && repliesTo(answerer, incoming.url ?? '');
    return wanted ? reply(incoming, outgoing) : web(incoming, outgoing);
  };
}

/** A request says once which host it is for (RFC 9112 §3.2): who reads the first and who reads the last would not agree. */
function hostFault({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) return 'The request has more than one Host header.';
  return hosts === 0 && httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
}

type AnswerWeb = (request: Request, incoming: IncomingMessage) => Response | Promise<Answer>;

function createWebListener(answer: AnswerWeb) {
  return getRequestListener(
    async (request, env) => {
      const incoming = env.incoming as IncomingMessage;
      if (incoming.rawHeaders.length > 2 * mostHeaders) {
        return problem('INVALID_INPUT', `The request has more than the ${mostHeaders} headers taken here.`);
      }
      return toResponse(await answer(request, incoming));
    },
    {
      errorHandler: (error) =>
        error instanceof RequestError
          ? problem('INVALID_INPUT', 'The request line or the Host header cannot be read.')
          : problem('INTERNAL'),
    },
  );
}

/** A client may come without a certificate; one that it shows has to be good, which is judged after the handshake. */
function tlsOptions({ cert, key, clientCa }: TlsFiles, minVersion: '1.2' | '1.3') {
  const client = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: false };
  return { cert, key, minVersion: minVersion === '1.2' ? 'TLSv1.2' : 'TLSv1.3', ...client } as const;
}

function refuseUnverified(socket: TLSSocket): void {
  if (!socket.authorized && socket.getPeerX509Certificate() !== undefined) socket.destroy();
}

/** The certificate of a connection does not change, so its names are read once. */
function createReadNames(): (socket: Socket) => Pick<RequestOrigin, 'certificate'> {
  const known = new WeakMap<Socket, Pick<RequestOrigin, 'certificate'>>();
  const read = (socket: Socket) => {
    const certificate = socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate() : undefined;
    return certificate === undefined ? {} : { certificate: certificateNames(certificate) };
  };
  return (socket) => {
    const names = known.get(socket) ?? read(socket);
    known.set(socket, names);
    return names;
  };
}

function problem(code: FailureCode, message?: string): Response {
  const { traceId } = continueTrace(null);
  const failure = new Failure(code, message === undefined ? {} : { message });
  return new Response(JSON.stringify(problemBody(failure, { traceId })), {
    status: failure.row.status,
    headers: { 'Content-Type': problemType },
  });
}

/** Statuses that only Node's parser gives; the body is that of a faulty request. */
const parserStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = parserStatuses[error.code ?? ''] ?? '400 Bad Request';
  const failure = new Failure('INVALID_INPUT', {
    message: `The request cannot be read: ${status.slice(4).toLowerCase()}.`,
  });
  const body = JSON.stringify({ ...problemBody(failure, continueTrace(null)), status: Number(status.slice(0, 3)) });
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: ${problemType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  socket.end(`${head}${body}`, () => socket.destroy());
}

function listen(server: HttpServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(understandListenError(error, host, port)));
    server.listen({ host, port }, () => resolve());
  });
}

function understandListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, [string, string]> = {
    EADDRINUSE: [
      `Port ${port} on ${host} is in use; perhaps Dragoman runs there already.`,
      'Stop the other program, or choose another port with --port.',
    ],
    EACCES: [`Port ${port} may not be used by this account.`, 'Choose a port above 1023 with --port.'],
    EADDRNOTAVAIL: [`${host} is not an address of this machine.`, 'Choose another with --host.'],
    ENOTFOUND: [`The name ${host} cannot be resolved.`, 'Choose another with --host.'],
  };
  const [message, help] = reasons[error.code ?? ''] ?? [];
  return message === undefined || help === undefined ? error : new StartRefused(message, help);
}

async function closeGently(server: HttpServer, lane: QuickLane | undefined, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection becomes idle when its last answer is out; nobody else would close it before its keep-alive ends.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    lane?.closeIdle();
  }, 50);
  const cut = setTimeout(() => {
    server.closeAllConnections();
    lane?.closeAll();
  }, graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
