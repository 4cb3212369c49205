/** When a source is due again: with jitter while it succeeds, with exponential backoff while it fails. */

import type { SourceRecord } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';

/** Consecutive failures after which a card counts as missing; its entries stay until they are deleted. */
export const failuresUntilMissing = 5;

/** Longest pause between two attempts on a failing source, unless its own interval is longer. */
const longestBackoffSeconds = 86_400;

/** State of a source. */
export type SourceState = 'waiting' | 'current' | 'failing' | 'missing';

/** The state of a source, derived from its record. */
export function stateOf(source: SourceRecord): SourceState {
  if (source.failures >= failuresUntilMissing) return 'missing';
  if (source.failures > 0) return 'failing';
  return source.lastFetchedAt === undefined ? 'waiting' : 'current';
}

/**
 * The next due time. Regular rounds have a jitter of up to a tenth of the interval, so that sources registered
 * together do not stay together; `retryAfter` (seconds) is the minimum that a failing upstream asked for.
 */
export function nextDue(source: SourceRecord, clock: Clock, random: () => number, retryAfter = 0): string {
  const { intervalSeconds, failures } = source;
  const jitter = failures === 0 ? 0.9 + 0.2 * random() : 0.5 + random();
  const longest = Math.max(intervalSeconds, longestBackoffSeconds);
  const pause = Math.min(intervalSeconds * 2 ** Math.max(0, Math.min(failures, 20) - 1), longest);
  const seconds = Math.max(pause * jitter, retryAfter, 1);
  return new Date(clock.now() + Math.round(seconds * 1_000)).toISOString();
}
