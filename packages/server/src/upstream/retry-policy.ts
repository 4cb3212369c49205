/**
 * Which trouble is worth another try, and after how long. A call that may not be repeated is tried again only when
 * certainly nothing of it had left.
 */
import { codeOf } from '../outbound/upstream-failure.js';

/** How often and how patiently a call is tried. */
export interface RetryLimits {
  /** Tries of one call at most, the first included. */
  attempts: number;
  /** Milliseconds before the second try at most; each further one may wait twice as long. */
  baseMs: number;
  maxMs: number;
  /** Longest `Retry-After` that is waited for within a call; a longer one is the caller's to obey. */
  longestWaitMs: number;
  /** Retries earned by each call, from 0 to 1, and how many may be saved up. */
  budgetRatio: number;
  budgetReserve: number;
}

/** What a try came to, as far as trying again is concerned. */
export interface TryReport {
  /** Something may have left this process. */
  sent: boolean;
  /** What was thrown, when there was no answer. */
  error?: unknown;
  /** Status and `Retry-After` of the answer, when there was one. */
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

/** True when the same request may fare better a moment later and may be sent again. */
export function isWorthRetrying(report: TryReport, repeatable: boolean): boolean {
  if (report.sent && !repeatable) return false;
  if (report.status !== undefined) return temporaryStatuses.has(report.status);
  return temporaryCodes.has(codeOf(report.error));
}

/** Milliseconds until the next try: what the upstream asked for, else a random part of a growing wait. */
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

/** Milliseconds that a `Retry-After` asks for (RFC 9110 §10.2.3): seconds or a date; undefined when it is neither. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
