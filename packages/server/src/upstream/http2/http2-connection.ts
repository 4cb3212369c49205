/**
 * One request over a shared HTTP/2 connection. Trailers become the last frame of the body, so that a reader needs only
 * head and body; a response that consists of trailers alone gets the HTTP status of its gRPC status, so that retries,
 * circuit breakers and renewal of credentials see it.
 */
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { constants } from 'node:http2';
import { httpStatusOf, writeTrailerFrame } from '@dragoman/core/http';
import type { ConnectionUser } from '../http1/connection.js';
import { brokenOff } from '../http1/wire-fault.js';
import { headerText } from '../response-headers.js';
import type { Http2Written } from './write-http2-request.js';

/** Trailers that say how a call ended. */
const statusTrailers: readonly string[] = ['grpc-status', 'grpc-message', 'grpc-status-details-bin'];

/** One request; `onDone` is called once, when it no longer uses the connection. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #onDone: () => void;
  #stream: ClientHttp2Stream | undefined;
  #user: ConnectionUser | undefined;
  #isDone = false;

  constructor(session: ClientHttp2Session, onDone: () => void) {
    this.#session = session;
    this.#onDone = onDone;
  }

  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  send({ headers, body }: Http2Written, user: ConnectionUser): void {
    this.#user = user;
    let stream: ClientHttp2Stream;
    try {
      stream = this.#session.request(headers, { endStream: body === undefined });
    } catch (error) {
      this.#fail(error as Error);
      return;
    }
    this.#stream = stream;
    let trailers: IncomingHttpHeaders | undefined;
    stream.on('headers', (head) => this.#user?.onHead(Number(head[':status']), {}));
    stream.on('response', (head) => this.#readHead(head));
    stream.on('data', (chunk: Buffer) => this.#user?.onData(chunk));
    stream.on('trailers', (given) => {
      trailers = given;
    });
    stream.on('end', () => this.#end(trailers));
    stream.on('error', (error) => this.#fail(error));
    stream.on('close', () => this.#fail(brokenOff()));
    if (body !== undefined) stream.end(body);
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  /** Ends the request unless the response of this user has ended. */
  release(user: ConnectionUser): void {
    if (this.#user === user) this.abandon();
  }

  /** Ends the request; its user is not notified. */
  abandon(): void {
    this.#user = undefined;
    if (this.#stream !== undefined && !this.#stream.destroyed) this.#stream.close(constants.NGHTTP2_CANCEL);
    this.#finish();
  }

  #readHead(head: IncomingHttpHeaders): void {
    const status = Number(head[':status']);
    const headers: IncomingHttpHeaders = {};
    for (const name in head) if (!name.startsWith(':') && !statusTrailers.includes(name)) headers[name] = head[name];
    const isEnd = head['grpc-status'] !== undefined;
    this.#user?.onHead(isEnd && status === 200 ? httpStatusOf(headerText(head['grpc-status'])) : status, headers);
    if (isEnd) this.#user?.onData(trailerFrame(head));
  }

  #end(trailers: IncomingHttpHeaders | undefined): void {
    const user = this.#user;
    // A stream that the peer resets ends, too.
    if (this.#stream?.rstCode !== constants.NGHTTP2_NO_ERROR) {
      this.#fail(brokenOff());
      return;
    }
    if (trailers !== undefined) user?.onData(trailerFrame(trailers));
    this.#user = undefined;
    this.#finish();
    user?.onEnd();
  }

  #fail(error: Error): void {
    const user = this.#user;
    this.abandon();
    user?.onError(error);
  }

  #finish(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#onDone();
  }
}

function trailerFrame(head: IncomingHttpHeaders): Uint8Array {
  const trailers: Record<string, string> = {};
  for (const name of statusTrailers) if (head[name] !== undefined) trailers[name] = headerText(head[name]);
  return writeTrailerFrame(trailers);
}
