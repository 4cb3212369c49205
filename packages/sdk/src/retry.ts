/** Whether and when a failed request is sent again. Pure, so that every rule can be tested without waiting. */
import type { DragomanError } from './dragoman-error.js';

/** How patient a client is. */
export interface RetryPolicy {
  /** How often a request is sent at most, the first time included. */
  attempts: number;
  /** Milliseconds that one call may spend waiting between its attempts, in all. */
  maxDelayMs: number;
}

/** Patience unless told otherwise. */
export const defaultRetry: RetryPolicy = Object.freeze({ attempts: 4, maxDelayMs: 60_000 });

/** What the decision depends on. */
export interface RetrySituation {
  policy: RetryPolicy;
  /** Attempts made so far. */
  attempt: number;
  /** Milliseconds already waited in this call. */
  waitedMs: number;
  /** Whether the request may arrive twice without doing anything twice. */
  repeatable: boolean;
  /** A number from 0 up to 1. */
  random: number;
}

const firstDelayMs = 500;
const longestDelayMs = 15_000;

/**
 * Milliseconds to wait before the next attempt; undefined: give up. The server's hint goes before the own
 * backoff, and a hint beyond the patience left ends the call rather than being cut short. What may not arrive
 * twice is repeated only after 429, since a limit is checked before any work is done.
 */
export function planRetry(error: DragomanError, situation: RetrySituation): number | undefined {
  const { policy, attempt, waitedMs, repeatable, random } = situation;
  if (!error.retryable || attempt >= policy.attempts) return undefined;
  if (!repeatable && error.status !== 429) return undefined;
  const delay = error.retryAfter === undefined ? backoff(attempt, random) : error.retryAfter * 1_000;
  return waitedMs + delay <= policy.maxDelayMs ? delay : undefined;
}

/** Doubles with each attempt; the upper half is random, so that many clients do not come back as one. */
function backoff(attempt: number, random: number): number {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
