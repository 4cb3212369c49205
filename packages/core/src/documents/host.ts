/** The host port: how documents come in from outside. All guarding against hostile addresses is behind it. */

/** Validators of an earlier fetch, for a conditional request. */
export interface FetchValidators {
  etag?: string;
  lastModified?: string;
}

/** What a fetch brought. */
export type Fetched =
  | { outcome: 'unchanged' }
  | { outcome: 'fetched'; uri: string; text: string; mediaType: string; etag?: string; lastModified?: string };

/** Brings documents in from outside. */
export interface DocumentHost {
  /**
   * Fetches a JSON document. Throws `UPSTREAM_REFUSED`, `UPSTREAM_ERROR` or `UPSTREAM_TIMEOUT`; the message is
   * safe to show and never tells what stands behind a refused address.
   */
  fetch(uri: string, validators?: FetchValidators, signal?: AbortSignal): Promise<Fetched>;
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
