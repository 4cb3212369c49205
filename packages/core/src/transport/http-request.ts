/**
 * The one request type of all routes and steps. Front ends (the quick lane, Node's server, `server.fetch`) each supply it, and
 * nothing of it is created before somebody asks: web objects with their headers cost more than all checks of a call.
 */
import type { Awaitable } from '../documents/awaitable.js';

/** Headers that are read by name, in any letter case. */
export type HeaderView = Pick<Headers, 'get' | 'has'>;

/** One HTTP request. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: HeaderView;
  /** False when the request has no body. */
  readonly hasBody: boolean;
  /** Aborts when the client disconnects before its reply is out; created on first access. */
  readonly signal: AbortSignal;
  /** True when the client has disconnected before its reply was out; needs no signal. */
  hasLeft(): boolean;
  /**
   * The whole body, without a wait where it has arrived; the same bytes at every call. Fails with `PAYLOAD_TOO_LARGE` when there
   * are more than `limit`, and with an error when the client disconnects before the end.
   */
  bytes(limit: number): Awaitable<Uint8Array>;
}
