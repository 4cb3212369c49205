/**
 * One request over a shared HTTP/2 connection. Trailers become the last frame of the body, so that a reader needs only
 * head and body; a response without messages gets the HTTP status of its gRPC status, so that retries, circuit breakers
 * and renewal of credentials see it.
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

/** Milliseconds that the head of a stream waits for a message or an error; that of a single response waits for either. */
const streamHeadMs = 1000;

/** One request; `onDone` is called once, when it no longer uses the connection. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #onDone: () => void;
  #stream: ClientHttp2Stream | undefined;
  #user: ConnectionUser | undefined;
  /** A head that nothing has followed yet. */
  #held: Head | undefined;
  #holding: NodeJS.Timeout | undefined;
  #isDone = false;

  constructor(session: ClientHttp2Session, onDone: () => void) {
    this.#session = session;
    this.#onDone = onDone;
  }

  get isOpen(): boolean {
    return !this.#session.closed && !this.#session.destroyed;
  }

  send({ headers, body, isStream }: Http2Written, user: ConnectionUser): void {
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
    stream.on('response', (head) => this.#readHead(head, isStream));
    stream.on('data', (chunk: Buffer) => {
      this.#passHead();
      this.#user?.onData(chunk);
    });
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

  #readHead(head: IncomingHttpHeaders, isStream: boolean): void {
    const headers: IncomingHttpHeaders = {};
    for (const name in head) if (!name.startsWith(':') && !statusTrailers.includes(name)) headers[name] = head[name];
    this.#held = { status: Number(head[':status']), headers };
    if (head['grpc-status'] !== undefined) this.#passTrailers(head);
    else if (isStream) this.#holding = setTimeout(() => this.#passHead(), streamHeadMs);
  }

  /** Passes the head on; without messages, the trailers decide on its status. */
  #passHead(trailers?: IncomingHttpHeaders): void {
    if (this.#held === undefined) return;
    const { status, headers } = this.#held;
    const ended = headerText(trailers?.['grpc-status']);
    this.#held = undefined;
    clearTimeout(this.#holding);
    this.#user?.onHead(ended !== '' && status === 200 ? httpStatusOf(ended) : status, headers);
  }

  #passTrailers(trailers: IncomingHttpHeaders): void {
    this.#passHead(trailers);
    this.#user?.onData(trailerFrame(trailers));
  }

  #end(trailers: IncomingHttpHeaders | undefined): void {
    const user = this.#user;
    // A stream that the peer resets ends, too.
    if (this.#stream?.rstCode !== constants.NGHTTP2_NO_ERROR) {
      this.#fail(brokenOff());
      return;
    }
    if (trailers !== undefined) this.#passTrailers(trailers);
    this.#passHead();
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
    clearTimeout(this.#holding);
    this.#onDone();
  }
}

interface Head {
  status: number;
  headers: IncomingHttpHeaders;
}

function trailerFrame(head: IncomingHttpHeaders): Uint8Array {
  const trailers: Record<string, string> = {};
  for (const name of statusTrailers) if (head[name] !== undefined) trailers[name] = headerText(head[name]);
  return writeTrailerFrame(trailers);
}
