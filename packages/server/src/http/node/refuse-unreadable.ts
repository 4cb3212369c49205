/**
 * Responds to bytes that Node's parser cannot read. Earlier requests on the same connection get their responses
 * first.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { continueTrace, problemBody, problemType } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';

/** Statuses that only the parser produces; the body is that of a bad request. */
const parserStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds to unreadable bytes with an error and closes the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = parserStatuses[error.code ?? ''] ?? '400 Bad Request';
  const failure = failureOf(error.code, status);
  const body = JSON.stringify({ ...problemBody(failure, continueTrace(null)), status: Number(status.slice(0, 3)) });
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: ${problemType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  socket.end(`${head}${body}`, () => socket.destroy());
}

function failureOf(code: string | undefined, status: string): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure('REQUEST_TIMEOUT');
  return new Failure('INVALID_INPUT', { message: `The request cannot be parsed: ${status.slice(4).toLowerCase()}.` });
}

/** The requests of each connection that have no response yet. */
export interface PendingReplies {
  /** Tracks a request until its response has been sent. */
  add(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Rejects unreadable bytes on a connection, after the responses to its complete requests. */
  refuse(error: NodeJS.ErrnoException, socket: Socket): void;
}

/** Creates the tracker of one server. */
export function createPendingReplies(): PendingReplies {
  const pending = new WeakMap<Socket, Set<IncomingMessage>>();
  const refusals = new WeakMap<Socket, NodeJS.ErrnoException>();
  /** An incomplete request is the unreadable one, so it is not waited for. */
  const isOwed = (socket: Socket) => [...(pending.get(socket) ?? [])].some(({ complete }) => complete);
  return {
    add(incoming, outgoing) {
      const { socket } = incoming;
      const requests = pending.get(socket) ?? new Set();
      pending.set(socket, requests.add(incoming));
      outgoing.once('close', () => {
        requests.delete(incoming);
        const error = refusals.get(socket);
        if (error !== undefined && !isOwed(socket)) refuseUnreadable(error, socket);
      });
    },
    refuse(error, socket) {
      if (refusals.has(socket)) return;
      if (!isOwed(socket) || error.code === 'ECONNRESET') refuseUnreadable(error, socket);
      else refusals.set(socket, error);
    },
  };
}
