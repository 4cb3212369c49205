/**
 * One try of a call on the wire. It knows the moment before the first byte leaves: until then the try has certainly
 * had no effect, and whoever must note that it may have one from now on is waited for there.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Failure, toFailure } from '@dragoman/model';
import { toUpstreamFailure } from '../outbound/upstream-failure.js';
import type { Deadline } from './deadline.js';
import { tooLarge } from './decode-body.js';
import type { Connection, ConnectionUser } from './http1/connection.js';
import { brokenOff } from './http1/wire-fault.js';
import type { OutgoingRequest, WrittenRequest } from './http1/write-request.js';
import type { GuardedPool } from './pools.js';
import type { ResponseBody } from './response-body.js';
import { createResponseBody } from './response-body.js';
import type { Lasting, Soon } from './soon.js';

/** A request as it goes out. */
export interface WireRequest extends OutgoingRequest {
  /** Waited for just before the first byte leaves. */
  onSend?: () => Promise<void>;
  /** Told when the first byte leaves. */
  onDeparture?: () => void;
}

/** The bounds of one try. */
export interface TryBounds {
  firstByteMs: number;
  idleMs: number;
  /** Bytes of the body at most, by its head. */
  maxBytes: (headers: IncomingHttpHeaders) => number;
  deadline: Deadline;
  /** When the clock begins to be watched; a try that ends before costs no timer. */
  soon: Soon;
  /** Milliseconds on a clock that never goes back. */
  elapsed: () => number;
}

/** The head of an answer, with its body on the way. */
export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: ResponseBody;
}

/** What a try came to; `sent` when something may have left this process. */
export type TryResult = { sent: true; answer: WireAnswer } | { sent: boolean; answer?: undefined; error: unknown };

/** Interim answers (1xx) that are read over before the try is given up. */
const maxInterim = 32;

/** Sends one request and resolves when the head of its answer is there, or when there will be none. Never rejects. */
export function dispatchTry(pool: GuardedPool, request: WireRequest, bounds: TryBounds): Promise<TryResult> {
  return new Promise((resolve) => new Try(pool, request, bounds, resolve).start());
}

class Try implements ConnectionUser, Lasting {
  before: Lasting | undefined = undefined;
  after: Lasting | undefined = undefined;
  readonly #pool: GuardedPool;
  readonly #request: WireRequest;
  readonly #bounds: TryBounds;
  readonly #resolve: (result: TryResult) => void;
  readonly #forgetDeadline: () => void;
  #connection: Connection | undefined;
  #body: ResponseBody | undefined;
  #sent = false;
  #over = false;
  #interim = 0;
  #length = 0;
  #maxBytes = 0;
  #began = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWatched = false;

  constructor(pool: GuardedPool, request: WireRequest, bounds: TryBounds, resolve: (result: TryResult) => void) {
    this.#pool = pool;
    this.#request = request;
    this.#bounds = bounds;
    this.#resolve = resolve;
    this.#forgetDeadline = bounds.deadline.onOver((failure) => this.#fail(failure));
  }

  start(): void {
    let written: WrittenRequest;
    try {
      written = this.#pool.write(this.#request);
    } catch (error) {
      this.#fail(error);
      return;
    }
    const taken = this.#pool.connections.take();
    if (taken instanceof Promise)
      taken.then(
        (made) => this.#go(made, written),
        (error) => this.#fail(error),
      );
    else this.#go(taken, written);
  }

  #go(connection: Connection, written: WrittenRequest): void {
    if (this.#over) {
      this.#pool.connections.giveBack(connection);
      return;
    }
    if (this.#request.onSend === undefined) {
      this.#depart(connection, written);
      return;
    }
    this.#request.onSend().then(
      () => (this.#over ? this.#pool.connections.giveBack(connection) : this.#depart(connection, written)),
      (error) => {
        this.#pool.connections.giveBack(connection);
        this.#fail(toFailure(error));
      },
    );
  }

  #depart(connection: Connection, written: WrittenRequest): void {
    // It may have gone while somebody was waited for.
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
    this.#letGo();
    this.#body?.complete();
  }

  onError(error: Error): void {
    this.#connection = undefined;
    this.#fail(error);
  }

  /** The reader of the body is slow: that is not the upstream's silence. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#connection?.pause();
  }

  resume(): void {
    this.#connection?.resume();
    if (this.#isWatched && !this.#over) this.#startTimer();
  }

  /** The body was let go. */
  abort(): void {
    this.#letGo();
  }

  /** It lasts, so the clock is watched. */
  watch(): void {
    this.#isWatched = true;
    this.#startTimer();
  }

  /** Before the head, the time to the first byte runs; behind it, the time between two pieces. */
  #startTimer(): void {
    clearTimeout(this.#timer);
    const { firstByteMs, idleMs, elapsed } = this.#bounds;
    const ms = this.#body === undefined ? firstByteMs - (elapsed() - this.#began) : idleMs;
    this.#timer = setTimeout(() => this.#fail(tooSlow()), Math.max(0, ms));
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#letGo();
    if (this.#body === undefined) this.#resolve({ sent: this.#sent, error });
    else this.#body.fail(toUpstreamFailure(error));
  }

  /** Ends everything that waits, and the connection where it is still in use. */
  #letGo(): void {
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
  return new Failure('UPSTREAM_ERROR', { message: 'The upstream sends interim answers without an end.' });
}
