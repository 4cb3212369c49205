/**
 * The upstream port: the only outgoing connection of the process. Its implementation has the address guard, pools,
 * timeouts, retries, circuit breakers and concurrency limits; nothing may call an upstream without it.
 */
import type { Awaitable } from '../documents/awaitable.js';
import type { PossessionProof } from '../documents/host.js';
import type { PreparedCall } from './prepared-call.js';
import type { Timeline } from './timeline.js';

/** State of a circuit breaker. `half-open`: the cool-down is over and one call probes the upstream. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** Credentials for the upstream. */
export interface UpstreamCredential {
  /** Headers to add, by lower-case name. */
  headers?: Record<string, string>;
  /** Query parameters to add. */
  query?: Record<string, string>;
  /** Client certificate and key in PEM. */
  tls?: { cert: string; key: string };
  /** Sent with each request, where the token is bound to a key. */
  proof?: PossessionProof;
  /** True: the service requires requests signed with the gateway's own key (RFC 9421). */
  signed?: boolean;
  /** Which stored credential this is, and since when: those with different values share no session at a service. */
  identity?: string;
  /** Scopes of the login that the token belongs to; absent where nobody logged in. */
  login?: { scopes: readonly string[] };
  /** Gets a new credential instead of this one, which the upstream rejected; undefined when there is none. */
  renew?: () => Promise<UpstreamCredential | undefined>;
}

/** A request to an upstream. */
export interface UpstreamRequest extends PreparedCall {
  credential?: UpstreamCredential;
  /** What a person types to log in to the service: its id or its address. */
  readonly loginAt?: string;
  /** True when a 401 without further explanation means that a login is missing, as with MCP servers. */
  readonly expectsLogin?: boolean;
  /** Account of the caller, by which concurrent calls are shared; absent for calls of the server itself. */
  readonly account?: string;
  /** True when sending it twice is safe: then temporary failures are retried. */
  repeatable: boolean;
  /** Created on first access; most calls end before that. It may be inherited: a copy must name it. */
  readonly signal: AbortSignal;
  /** True when the caller has disconnected; needs no signal. */
  hasLeft?(): boolean;
  traceparent: string;
  tracestate?: string;
  /** True while the upstream waits for this side, so that the idle timeout does not apply. */
  isPaused?: () => boolean;
  /** Called before the first byte of an attempt is sent; the attempt waits for it. */
  onSend?: () => Promise<void>;
  /** Where the client notes queues, connections, results and waits; absent where no timeline is kept. */
  readonly timeline?: Pick<Timeline, 'enter' | 'end'> | undefined;
  /** Called when an attempt is sent, after `onSend`; not awaited. */
  onDeparture?: () => void;
  /**
   * Timeouts in milliseconds for the whole call, including retries, and for the first byte; the configured limits when
   * absent.
   */
  totalMs?: number;
}

/** An upstream's answer; its body is read by the caller, bounded by the port. */
export interface UpstreamResponse {
  status: number;
  /** By lower-case name, without hop-by-hop headers and cookies. Answers may share the object. */
  headers: Readonly<Record<string, string>>;
  mediaType: string;
  body: ReadableStream<Uint8Array>;
  /** Reads the whole body without creating a stream; used instead of `body`, once. */
  bytes?: () => Awaitable<Uint8Array>;
  /** Attempts that left this process. */
  attempts: number;
  /** Origin that was called. */
  origin: string;
}

/** The upstream client. */
export interface Upstream {
  /**
   * Sends a request. Throws `UPSTREAM_REFUSED` (URL not allowed), `UPSTREAM_ERROR` (no usable answer),
   * `UPSTREAM_TIMEOUT`, or `UNAVAILABLE` (circuit breaker open, or too many calls waiting) with `retryAfter`.
   */
  send(request: UpstreamRequest): Promise<UpstreamResponse>;
  /**
   * Throws what `send` would throw before anything is sent: URL not allowed, no address that may be called, circuit
   * breaker open. Sends nothing to the upstream.
   */
  check?(url: string): Promise<void>;
  /** State of the circuit breaker of an origin, as this process sees it. */
  breaker?(origin: string): BreakerState;
  close(): Promise<void>;
}
