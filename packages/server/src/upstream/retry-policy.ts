/**
 * Which failures are retried, and after how long. A call that may not be repeated is retried only when certainly none
 * of it was sent.
 */
import { codeOf } from '../outbound/upstream-failure.js';

/** Limits on retries. */
export interface RetryLimits {
  /** Maximum number of attempts of one call, including the first. */
  attempts: number;
  /** Maximum milliseconds before the second attempt; the maximum doubles with each further one. */
  baseMs: number;
  maxMs: number;
  /** Longest `Retry-After` that a call waits for; a longer one is passed to the caller. */
  longestWaitMs: number;
  /** Retries earned by each call, from 0 to 1, and how many may accumulate. */
  budgetRatio: number;
  budgetReserve: number;
}

/** Result of an attempt, for the retry decision. */
export interface TryReport {
  /** Bytes may have left this process. */
  sent: boolean;
  /** The error, when there was no response. */
  error?: unknown;
  /** Status and `Retry-After` of the response, when there was one. */
  status?: number;
  retryAfter?: string | undefined;
}

const temporaryStatuses = new Set([429, 502, 503, 504]);

const temporaryCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ERR_ANSWER_BROKEN',
  'ESERVFAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  'UPSTREAM_TIMEOUT',
]);

/** True when the same request may succeed a moment later and may be sent again. */
export function isWorthRetrying(report: TryReport, repeatable: boolean): boolean {
  if (report.sent && !repeatable) return false;
  if (report.status !== undefined) return temporaryStatuses.has(report.status);
  return temporaryCodes.has(codeOf(report.error));
}

/** Milliseconds until the next attempt: the upstream's `Retry-After`, else a random part of an increasing delay. */
export function waitBefore(
  retry: number,
  report: TryReport,
  { limits, now, random }: { limits: RetryLimits; now: () => number; random: () => number },
): number {
  const ceiling = Math.min(limits.maxMs, limits.baseMs * 2 ** (retry - 1));
  const backoff = ceiling * (0.5 + random() / 2);
  const asked = readRetryAfter(report.retryAfter, now());
  return asked === undefined ? backoff : Math.max(asked, backoff);
}

/** Milliseconds of a `Retry-After` (RFC 9110 §10.2.3): seconds or a date; undefined when it is neither. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
