/**
 * Node's own HTTP server as a front end of the pipeline: TLS, chunked bodies, and every request that the quick lane
 * does not handle.
 */
import type { Server as HttpServer, IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { HttpReply } from '@dragoman/core/http';
import { isStream } from '@dragoman/core/http';
import { certificateNames } from '../../access/certificate-callers.js';
import type { Answerer, RequestOrigin } from '../answerer.js';
import { edgeProblem } from '../edge-problem.js';
import type { PaceLimits } from '../pace.js';
import { NodeRequest } from './node-request.js';
import { createPendingReplies } from './refuse-unreadable.js';
import { writeReply } from './write-reply.js';

/** Certificate and key in PEM. */
export interface TlsFiles {
  cert: string;
  key: string;
  /** CA certificates for client certificates; when set, clients are asked for one. */
  clientCa?: string;
  minVersion: '1.2' | '1.3';
}

/** Maximum number of headers of a request. */
const maxHeaders = 200;

/** Dependencies of the server. */
export interface NodeServerPorts {
  answerer: Answerer;
  /** Minimum rate at which a body must arrive. */
  pace: PaceLimits;
  tls: TlsFiles | undefined;
}

/** Creates the server; it responds to every request, readable or not. */
export function createNodeServer(options: ServerOptions, { answerer, pace, tls }: NodeServerPorts): HttpServer {
  const pending = createPendingReplies();
  const answer = createAnswer(answerer, pace);
  const listener = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    pending.add(incoming, outgoing);
    write(incoming, outgoing, await answer(incoming, outgoing));
  };
  // Node would reject a missing Host header without a response body; see `faultOf`.
  const whole = { ...options, requireHostHeader: false };
  const server =
    tls === undefined
      ? createHttpServer(whole, listener)
      : createHttpsServer({ ...whole, ...tlsOptions(tls) }, listener);
  server.prependListener('secureConnection', refuseUnverified);
  // Node drops headers above its limit, possibly including a credential, so its limit must be higher than ours.
  server.maxHeadersCount = 10 * maxHeaders;
  server.on('clientError', pending.refuse);
  return server;
}

function createAnswer(
  answerer: Answerer,
  pace: PaceLimits,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<HttpReply> {
  const readNames = createReadNames();
  const originOf = ({ socket, url = '/' }: IncomingMessage): RequestOrigin => ({
    remoteAddress: socket.remoteAddress ?? '',
    target: url,
    ...readNames(socket),
  });
  return async (incoming, outgoing) => {
    const fault = faultOf(incoming);
    if (fault !== undefined) return edgeProblem('INVALID_INPUT', fault);
    let request: NodeRequest;
    try {
      request = new NodeRequest(incoming, outgoing, pace);
    } catch {
      return edgeProblem('INVALID_INPUT', 'The request line or the Host header is malformed.');
    }
    try {
      return await answerer(request, originOf(incoming));
    } catch {
      return edgeProblem('INTERNAL');
    }
  };
}

function write(incoming: IncomingMessage, outgoing: ServerResponse, reply: HttpReply): void {
  try {
    writeReply(incoming, outgoing, reply);
  } catch {
    if (isStream(reply)) void reply.body.cancel().catch(() => undefined);
    writeReply(incoming, outgoing, edgeProblem('INTERNAL'));
  }
}

/** A request has exactly one Host header (RFC 9112 §3.2): with several, two parsers could pick different ones. */
function faultOf({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  if (rawHeaders.length > 2 * maxHeaders) return `The request has more than the maximum of ${maxHeaders} headers.`;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) return 'The request has more than one Host header.';
  return hosts === 0 && httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
}

/** TLS options of a server. Client certificates are optional; a certificate that is sent must be valid, which is checked after the handshake. */
export function tlsOptions({ cert, key, clientCa, minVersion }: TlsFiles) {
  const client = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: false };
  return { cert, key, minVersion: minVersion === '1.2' ? 'TLSv1.2' : 'TLSv1.3', ...client } as const;
}

/** Closes a connection whose client certificate is not valid. */
export function refuseUnverified(socket: TLSSocket): void {
  if (!socket.authorized && socket.getPeerX509Certificate() !== undefined) socket.destroy();
}

/** Reads the names in client certificates. The certificate of a connection does not change, so it is read once. */
export function createReadNames(): (socket: Socket) => Pick<RequestOrigin, 'certificate'> {
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
