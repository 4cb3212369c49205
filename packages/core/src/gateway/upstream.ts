/**
 * The upstream port: the one way out of the process. Behind it stand the address guard, pools, timeouts, retries,
 * breakers and concurrency limits; nothing may call an upstream around it.
 */
import type { Awaitable } from '../documents/awaitable.js';
import type { PreparedCall } from './prepared-call.js';

/** What is shown to the upstream to prove who calls. */
export interface UpstreamCredential {
  /** Headers to add, by lower-case name. */
  headers?: Record<string, string>;
  /** Query parameters to add. */
  query?: Record<string, string>;
  /** Client certificate and key in PEM. */
  tls?: { cert: string; key: string };
  /** True: the agent wants requests signed with the gateway's own key (RFC 9421). */
  signed?: boolean;
  /** Gets a fresh one in the place of this one, which the upstream did not take; undefined when there is none to get. */
  renew?: () => Promise<UpstreamCredential | undefined>;
}

/** A request to an upstream. */
export interface UpstreamRequest extends PreparedCall {
  credential?: UpstreamCredential;
  /** True when sending it twice does no harm: then temporary trouble is tried again. */
  repeatable: boolean;
  /** Made when it is first looked at; most calls end before that. Perhaps no member of the object's own: a copy names it. */
  readonly signal: AbortSignal;
  /** True when the caller has left, told without making a signal for it. */
  hasLeft?(): boolean;
  traceparent: string;
  /** Told just before the first byte of a try leaves; the try waits for it. */
  onSend?: () => Promise<void>;
  /** Told when a try leaves, after `onSend`; nobody waits for it. */
  onDeparture?: () => void;
  /** Milliseconds for the whole call, retries included, and for the first byte; the configured limits when absent. */
  totalMs?: number;
}

/** An upstream's answer; its body is read by whoever asked, bounded by the port. */
export interface UpstreamResponse {
  status: number;
  /** By lower-case name; hop-by-hop headers and cookies are gone. Other answers may share them. */
  headers: Readonly<Record<string, string>>;
  mediaType: string;
  body: ReadableStream<Uint8Array>;
  /** Reads the whole body without making a stream of it; used in the place of `body`, once. */
  bytes?: () => Awaitable<Uint8Array>;
  /** Tries that left this process. */
  attempts: number;
  /** Origin really called. */
  origin: string;
}

/** The one way out. */
export interface Upstream {
  /**
   * Sends a request. Throws `UPSTREAM_REFUSED` (address not allowed), `UPSTREAM_ERROR` (no usable answer),
   * `UPSTREAM_TIMEOUT`, or `UNAVAILABLE` (breaker open, or too many calls wait) with `retryAfter`.
   */
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  close(): Promise<void>;
}
