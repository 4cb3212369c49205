/**
 * The one request type of all routes and pipeline steps. Each front end (the fast path, Node's server, `server.fetch`)
 * supplies it, and everything in it is created on first access, because web objects with their headers cost more than
 * all checks of a call.
 */
import type { Awaitable } from '../documents/awaitable.js';

/** Headers, read by name in any letter case. */
export type HeaderView = Pick<Headers, 'get' | 'has'>;

/** How a body is received. */
export interface BodyIntake {
  /** Maximum number of bytes. */
  limit: number;
  /** Called with the size of each piece that arrives; an error ends the intake. */
  onBytes(count: number): void;
}

/** One HTTP request. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: HeaderView;
  /** False when the request has no body. */
  readonly hasBody: boolean;
  /** Aborts when the client disconnects before its reply is sent; created on first access. */
  readonly signal: AbortSignal;
  /** True when the client disconnected before its reply was sent; needs no signal. */
  hasLeft(): boolean;
  /**
   * The whole body, synchronously where it has arrived; the same bytes at every call. Fails with `PAYLOAD_TOO_LARGE`
   * when there are more than `limit`, and with an error when the client disconnects before the end.
   */
  bytes(limit: number): Awaitable<Uint8Array>;
  /**
   * Waits until the whole body has arrived; absent where it already has. Fails like `bytes`, and with
   * `REQUEST_TIMEOUT` when the body arrives too slowly.
   */
  receive?(intake: BodyIntake): Promise<void>;
}
