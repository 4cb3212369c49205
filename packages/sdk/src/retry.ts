/** Decides whether and when a failed request is retried. Pure, so that every rule can be tested without waiting. */
import type { DragomanError } from './dragoman-error.js';

/** Retry limits. */
export interface RetryPolicy {
  /** Maximum number of attempts, including the first. */
  attempts: number;
  /** Maximum total waiting time of one call in milliseconds. */
  maxDelayMs: number;
}

/** Default retry limits. */
export const defaultRetry: RetryPolicy = Object.freeze({ attempts: 4, maxDelayMs: 60_000 });

/** Input of the decision. */
export interface RetrySituation {
  policy: RetryPolicy;
  /** Attempts made so far. */
  attempt: number;
  /** The same, where each attempt counts as often as the gateway sent it to the service. */
  sent: number;
  /** Milliseconds already waited in this call. */
  waitedMs: number;
  /** Whether the request is idempotent. */
  repeatable: boolean;
  /** A number in [0, 1). */
  random: number;
}

const firstDelayMs = 500;
const longestDelayMs = 15_000;

/**
 * Milliseconds to wait before the next attempt; undefined to give up. The server's hint overrides the backoff; a hint
 * beyond the remaining time ends the call instead of being shortened. A non-idempotent request is retried only after
 * 429, because a rate limit is checked before any work is done. A call that waits for a person is not retried here.
 */
export function planRetry(error: DragomanError, situation: RetrySituation): number | undefined {
  const { policy, attempt, sent, waitedMs, repeatable, random } = situation;
  if (!error.retryable || error.code === 'APPROVAL_PENDING' || sent >= policy.attempts) return undefined;
  if (!repeatable && error.status !== 429) return undefined;
  const delay = error.retryAfter === undefined ? backoff(attempt, random) : error.retryAfter * 1_000;
  return waitedMs + delay <= policy.maxDelayMs ? delay : undefined;
}

/** Doubles with each attempt; the upper half is random, so that many clients do not retry at the same time. */
function backoff(attempt: number, random: number): number {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
