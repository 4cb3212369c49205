/** The host port: how external documents are fetched. It contains all protection against hostile addresses. */

/** Validators of an earlier fetch, for a conditional request. */
export interface FetchValidators {
  etag?: string;
  lastModified?: string;
}

/** Proves that the sender of a token holds its key (DPoP, RFC 9449). */
export interface PossessionProof {
  /** Value of the header `DPoP`, for one request. */
  header(method: string, url: string): string;
  /** Keeps the nonce that the server of this URL wants in the next proof. */
  note(url: string, nonce: string): void;
}

/** The credential for the origin of a document; sent to no other origin. */
export interface FetchCredential {
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Client certificate and its key, PEM. */
  tls?: { cert: string; key: string };
  /** Sent with each request, where the token is bound to a key. */
  proof?: PossessionProof;
  /** Returns another credential when the origin rejected this one; undefined when there is none. */
  renew?: () => Promise<FetchCredential | undefined>;
}

/** Options of a fetch; with validators, an unchanged document is not transferred again. */
export interface FetchRequest extends FetchValidators {
  /** Cancels the fetch. */
  signal?: AbortSignal;
  /** W3C trace id, propagated to the origin. */
  traceId?: string;
  /** W3C header of the position in that trace, where it is known. */
  traceparent?: string;
  /** Sent only to the origin of the address, never to the target of a cross-origin redirect. */
  credential?: FetchCredential;
}

/** The result of a fetch; `uri` is the final address after redirects. */
export type Fetched =
  | { outcome: 'unchanged' }
  | { outcome: 'fetched'; uri: string; bytes: Uint8Array; mediaType: string; etag?: string; lastModified?: string };

/** Fetches external documents. */
export interface DocumentHost {
  /**
   * Fetches a document in JSON or YAML without parsing it. Throws `UPSTREAM_REFUSED`, `UPSTREAM_ERROR` or
   * `UPSTREAM_TIMEOUT`; the message is safe to show and never reveals what a rejected address resolves to.
   */
  fetch(uri: string, request?: FetchRequest): Promise<Fetched>;
}

/** The time source of the process, which tests can replace. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * A clock for durations and leases: it follows a monotonic clock, so that setting the clock of the machine neither
 * stops nor skips anything.
 */
export interface SteadyClock extends Clock {
  /** Continues from this time; only before the clock is used. */
  setTo(now: number): void;
}

/** Creates a steady clock that begins at a time; `elapsed` are milliseconds of a monotonic clock. */
export function createSteadyClock(startAt: number, elapsed: () => number): SteadyClock {
  let offset = startAt - elapsed();
  return {
    now: () => Math.floor(offset + elapsed()),
    setTo(now) {
      offset = now - elapsed();
    },
  };
}

/** The clock of the machine. */
export const systemClock: Clock = Object.freeze({ now: () => Date.now() });

/** RFC 3339 in UTC with milliseconds, the format of all stored times. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** Formats the time of a clock like `timestamp`, at most once per millisecond. */
export function createTimestamp(clock: Clock): () => string {
  let written = Number.NaN;
  let text = '';
  return () => {
    const now = clock.now();
    if (now === written) return text;
    written = now;
    text = new Date(now).toISOString();
    return text;
  };
}
