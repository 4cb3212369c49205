/**
 * Rate limits. The port counts by name, so that nodes can share it; the in-memory version keeps one number per name
 * (the generic cell rate algorithm): a full burst, then a steady rate.
 */
import type { Awaitable } from '../documents/awaitable.js';
import type { Clock } from '../documents/host.js';

/** A rate limit: a number of requests per window. */
export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/** The result for a request. */
export interface Verdict {
  allowed: boolean;
  /** Requests left now. */
  remaining: number;
  /** Seconds until the full limit is available again. */
  resetSeconds: number;
  /** Seconds until the next request is allowed; 0 when this one was allowed. */
  retryAfterSeconds: number;
}

/** Counts requests by name. */
export interface RateLimiter {
  /** Takes `cost` requests at once, by default one: all of them or none. */
  take(name: string, rateLimit: RateLimit, cost?: number): Awaitable<Verdict>;
}

/** A limiter that can also count requests that were allowed elsewhere. */
export interface MemoryRateLimiter extends RateLimiter {
  take(name: string, rateLimit: RateLimit, cost?: number): Verdict;
  /** Counts requests that have already passed, whether or not they would have been allowed here. */
  charge(name: string, rateLimit: RateLimit, cost: number): void;
  /** Milliseconds until the full limit is available for a name. */
  fullInMs(name: string): number;
  /** Names whose full limit is not available, with the milliseconds until it is. */
  used(): [name: string, fullInMs: number][];
  /** Takes over such a list of another limiter. */
  takeOver(used: readonly (readonly [name: string, fullInMs: number])[]): void;
}

/** Options of the in-memory version. */
export interface MemoryRateLimiterOptions {
  clock: Clock;
  /** Maximum number of names; the least recently seen are evicted first. */
  names: number;
}

/** Counts in this process only. */
export function createMemoryRateLimiter({ clock, names }: MemoryRateLimiterOptions): MemoryRateLimiter {
  /** Name → time in milliseconds at which its full limit is available again, least recently seen first. */
  const fullAtByName = new Map<string, number>();
  const store = (name: string, fullAt: number) => {
    // While the map is at most half full, no eviction is near, and the order need not be maintained.
    if (2 * fullAtByName.size > names) fullAtByName.delete(name);
    fullAtByName.set(name, fullAt);
    if (fullAtByName.size > names) forgetOldest(fullAtByName);
  };
  return {
    fullInMs: (name) => Math.max(0, (fullAtByName.get(name) ?? 0) - clock.now()),
    used() {
      const now = clock.now();
      return [...fullAtByName].flatMap(([name, fullAt]) => (fullAt > now ? [[name, fullAt - now]] : []));
    },
    takeOver(used) {
      const now = clock.now();
      for (const [name, fullInMs] of used) store(name, Math.max(fullAtByName.get(name) ?? 0, now + fullInMs));
    },
    charge(name, { limit, windowSeconds }, cost) {
      const now = clock.now();
      const windowMs = windowSeconds * 1000;
      const before = Math.max(fullAtByName.get(name) ?? now, now);
      store(name, Math.max(before, Math.min(before + (windowMs / limit) * cost, now + windowMs)));
    },
    take(name, { limit, windowSeconds }, cost = 1) {
      const now = clock.now();
      const windowMs = windowSeconds * 1000;
      const step = windowMs / limit;
      // Half a step of tolerance absorbs rounding errors; it is part of the count, or every request would gain it.
      const mostMs = windowMs + step / 2;
      // A clock that was set back must not block a caller for longer than one window.
      const before = Math.min(Math.max(fullAtByName.get(name) ?? now, now), now + mostMs);
      const after = before + step * cost;
      const allowed = after - now <= mostMs;
      const next = allowed ? after : before;
      store(name, next);
      return verdictOf({ limit, windowSeconds }, { allowed, fullInMs: next - now, requestedMs: after - now });
    },
  };
}

/** The result of counting a request, wherever it was counted. */
export interface Counted {
  allowed: boolean;
  /** Milliseconds until the full limit is available again. */
  fullInMs: number;
  /** The same, if the request had been allowed. */
  requestedMs: number;
}

/** The verdict for the caller. */
export function verdictOf({ limit, windowSeconds }: RateLimit, { allowed, fullInMs, requestedMs }: Counted): Verdict {
  const windowMs = windowSeconds * 1000;
  return {
    allowed,
    remaining: Math.max(0, Math.floor((windowMs - fullInMs) / (windowMs / limit) + 0.5)),
    resetSeconds: Math.ceil(fullInMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((requestedMs - windowMs) / 1000)),
  };
}

function forgetOldest(names: Map<string, unknown>): void {
  const [oldest] = names.keys();
  if (oldest !== undefined) names.delete(oldest);
}

/** A rate limit with its response headers. */
export interface ReportedRateLimit {
  rateLimit: RateLimit;
  /** The headers for a verdict. */
  headers(verdict: Verdict): Record<string, string>;
}

/** A limit of this many requests per minute, reported under the name of its policy. */
export function limitPerMinute(policy: string, limit: number): ReportedRateLimit {
  const rateLimit = { limit, windowSeconds: 60 };
  return { rateLimit, headers: createRateLimitHeaders(policy, rateLimit) };
}

/**
 * Creates the rate limit headers, by lower-case name: the three common ones, and the structured pair of the IETF draft.
 * Constant parts are written once.
 */
export function createRateLimitHeaders(
  policy: string,
  { limit, windowSeconds }: RateLimit,
  unit = 'requests',
): (verdict: Verdict) => Record<string, string> {
  const total = String(limit);
  const quoted = `"${policy}"`;
  const terms = `${quoted};q=${limit};w=${windowSeconds};qu="${unit}"`;
  return ({ remaining, resetSeconds }) => ({
    'ratelimit-limit': total,
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
    'ratelimit-policy': terms,
    ratelimit: `${quoted};r=${remaining};t=${resetSeconds}`,
  });
}
