/** The host port: how documents come in from outside. All guarding against hostile addresses is behind it. */

/** Validators of an earlier fetch, for a conditional request. */
export interface FetchValidators {
  etag?: string;
  lastModified?: string;
}

/** What is shown to the origin that a document is fetched from, and to no other. */
export interface FetchCredential {
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Client certificate and its key, PEM. */
  tls?: { cert: string; key: string };
  /** Another one, when the origin did not take this one; undefined when there is none. */
  renew?: () => Promise<FetchCredential | undefined>;
}

/** How a document is fetched; with validators an unchanged one costs no transfer. */
export interface FetchRequest extends FetchValidators {
  /** Gives the fetch up. */
  signal?: AbortSignal;
  /** W3C trace id under which it happens, passed on to the other side. */
  traceId?: string;
  /** Shown to the origin of the address only, never to where a redirect leads elsewhere. */
  credential?: FetchCredential;
}

/** What a fetch brought; `uri` is where the document was found after redirects. */
export type Fetched =
  | { outcome: 'unchanged' }
  | { outcome: 'fetched'; uri: string; bytes: Uint8Array; mediaType: string; etag?: string; lastModified?: string };

/** Brings documents in from outside. */
export interface DocumentHost {
  /**
   * Fetches a document in JSON or YAML, not parsed yet. Throws `UPSTREAM_REFUSED`, `UPSTREAM_ERROR` or `UPSTREAM_TIMEOUT`; the message is
   * safe to show and never tells what stands behind a refused address.
   */
  fetch(uri: string, request?: FetchRequest): Promise<Fetched>;
}

/** The time and the randomness of the process, so that tests can set them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = Object.freeze({ now: () => Date.now() });

/** RFC 3339 in UTC with milliseconds, as every stored time is written. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** Writes the time of a clock like `timestamp`, and each millisecond only once. */
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
