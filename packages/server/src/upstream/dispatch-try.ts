/**
 * One attempt of a call on the wire. It knows the moment before the first byte is sent: until then the attempt has
 * certainly had no effect, and a callback that records that it may have one is awaited there.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamRequest } from '@dragoman/core/engine';
import { Failure, toFailure } from '@dragoman/model';
import { toUpstreamFailure } from '../outbound/upstream-failure.js';
import type { Deadline } from './deadline.js';
import { tooLarge } from './decode-body.js';
import type { ConnectionUser } from './http1/connection.js';
import { brokenOff } from './http1/wire-fault.js';
import type { OutgoingRequest } from './http1/write-request.js';
import type { GuardedPool, WireConnection } from './pools.js';
import type { ResponseBody } from './response-body.js';
import { createResponseBody } from './response-body.js';
import type { Lasting, TimerQueue } from './timer-queue.js';

/** A request to send. */
export interface WireRequest extends OutgoingRequest {
  /** Where waits before the first byte are noted. */
  timeline?: UpstreamRequest['timeline'];
  /** Awaited just before the first byte is sent. */
  onSend?: () => Promise<void>;
  /** Called when the first byte is sent. */
  onDeparture?: () => void;
}

/** The limits of one attempt. */
export interface TryBounds {
  firstByteMs: number;
  idleMs: number;
  /** True while the upstream waits for this side. */
  isPaused?: (() => boolean) | undefined;
  /** Maximum body size in bytes, given the response head. */
  maxBytes: (headers: IncomingHttpHeaders) => number;
  deadline: Deadline;
  /** When to start the timers; an attempt that ends before that costs no timer. */
  soon: TimerQueue;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
}

/** The head of a response whose body is still arriving. */
export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: ResponseBody;
}

/** Result of an attempt; `sent` when bytes may have left this process. */
export type TryResult = { sent: true; answer: WireAnswer } | { sent: boolean; answer?: undefined; error: unknown };

/** Maximum number of skipped interim responses (1xx) before the attempt is aborted. */
const maxInterim = 32;

/**
 * Sends one request and resolves when the head of its response has arrived or cannot arrive any more. Never rejects.
 */
export function dispatchTry<Written>(
  pool: GuardedPool<Written>,
  request: WireRequest,
  bounds: TryBounds,
): Promise<TryResult> {
  return new Promise((resolve) => new Try(pool, request, bounds, resolve).start());
}

class Try<Written> implements ConnectionUser, Lasting {
  before: Lasting | undefined = undefined;
  after: Lasting | undefined = undefined;
  readonly #pool: GuardedPool<Written>;
  readonly #request: WireRequest;
  readonly #bounds: TryBounds;
  readonly #resolve: (result: TryResult) => void;
  readonly #forgetDeadline: () => void;
  #connection: WireConnection<Written> | undefined;
  #body: ResponseBody | undefined;
  #sent = false;
  #over = false;
  #interim = 0;
  #length = 0;
  #maxBytes = 0;
  #began = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWatched = false;
  #isPaused = false;

  constructor(
    pool: GuardedPool<Written>,
    request: WireRequest,
    bounds: TryBounds,
    resolve: (result: TryResult) => void,
  ) {
    this.#pool = pool;
    this.#request = request;
    this.#bounds = bounds;
    this.#resolve = resolve;
    this.#forgetDeadline = bounds.deadline.onOver((failure) => this.#fail(failure));
  }

  start(): void {
    let written: Written;
    try {
      written = this.#pool.write(this.#request);
    } catch (error) {
      this.#fail(error);
      return;
    }
    const taken = this.#pool.connections.take();
    if (!(taken instanceof Promise)) {
      this.#go(taken, written);
      return;
    }
    this.#request.timeline?.enter('connect');
    taken.then(
      (made) => this.#go(made, written),
      (error) => this.#fail(error),
    );
  }

  #go(connection: WireConnection<Written>, written: Written): void {
    if (this.#over) {
      this.#pool.connections.giveBack(connection);
      return;
    }
    if (this.#request.onSend === undefined) {
      this.#depart(connection, written);
      return;
    }
    this.#request.timeline?.enter('intent');
    this.#request.onSend().then(
      () => (this.#over ? this.#pool.connections.giveBack(connection) : this.#depart(connection, written)),
      (error) => {
        this.#pool.connections.giveBack(connection);
        this.#fail(toFailure(error));
      },
    );
  }

  #depart(connection: WireConnection<Written>, written: Written): void {
    // The connection may have closed during the wait.
    if (!connection.isOpen) {
      this.#fail(brokenOff());
      return;
    }
    const { soon, elapsed } = this.#bounds;
    this.#connection = connection;
    this.#sent = true;
    this.#request.onDeparture?.();
    this.#began = elapsed();
    soon.add(this);
    connection.send(written, this, this.#request.method === 'HEAD');
  }

  onHead(status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > maxInterim) this.#fail(tooManyInterim());
      return;
    }
    if (this.#over) return;
    this.#maxBytes = this.#bounds.maxBytes(headers);
    this.#body = createResponseBody(this);
    if (this.#isWatched) this.#startTimer();
    this.#resolve({ sent: true, answer: { status, headers, body: this.#body } });
  }

  onData(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    this.#timer?.refresh();
    if (this.#length > this.#maxBytes) this.#body?.fail(tooLarge(this.#maxBytes));
    else this.#body?.push(chunk);
  }

  onEnd(): void {
    this.#releaseAll();
    this.#body?.complete();
  }

  onError(error: Error): void {
    this.#connection = undefined;
    this.#fail(error);
  }

  /** The client reads slowly, which is not a timeout of the upstream. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#connection?.pause();
  }

  resume(): void {
    this.#connection?.resume();
    if (this.#isWatched && !this.#over) this.#startTimer();
  }

  /** The body was canceled. */
  abort(): void {
    this.#releaseAll();
  }

  /** The attempt takes long, so its timers start. */
  watch(): void {
    this.#isWatched = true;
    this.#startTimer();
  }

  /** Before the head, the first-byte timeout applies; after it, the timeout between two chunks. */
  #startTimer(): void {
    clearTimeout(this.#timer);
    const { firstByteMs, idleMs, elapsed } = this.#bounds;
    const ms = this.#body === undefined ? firstByteMs - (elapsed() - this.#began) : idleMs;
    this.#timer = setTimeout(() => this.#timeOut(), Math.max(0, ms));
  }

  /** The time begins again once the upstream no longer waits for this side. */
  #timeOut(): void {
    const wasPaused = this.#isPaused;
    this.#isPaused = this.#body !== undefined && this.#bounds.isPaused?.() === true;
    if (wasPaused || this.#isPaused) this.#startTimer();
    else this.#fail(tooSlow());
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#releaseAll();
    if (this.#body === undefined) this.#resolve({ sent: this.#sent, error });
    else this.#body.fail(toUpstreamFailure(error));
  }

  /** Ends all waits, and the connection if it is still in use. */
  #releaseAll(): void {
    if (this.#over) return;
    this.#over = true;
    this.#forgetDeadline();
    this.#bounds.soon.forget(this);
    clearTimeout(this.#timer);
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.release(this);
  }
}

function tooSlow(): Failure {
  return new Failure('UPSTREAM_TIMEOUT', { cause: new Error('the upstream was silent for too long') });
}

function tooManyInterim(): Failure {
  return new Failure('UPSTREAM_ERROR', { message: 'The upstream sends interim responses without end.' });
}
