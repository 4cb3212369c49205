/**
 * How often somebody may call. The port counts by name, so that nodes can share it; the memory version keeps one
 * number per name (the generic cell rate algorithm): a full allowance at once, then an even flow.
 */
import type { Awaitable } from '../documents/awaitable.js';
import type { Clock } from '../documents/host.js';

/** An allowance: so many in a window, counted in requests. */
export interface Allowance {
  limit: number;
  windowSeconds: number;
}

/** What a request was told. */
export interface Verdict {
  allowed: boolean;
  /** Requests left now. */
  remaining: number;
  /** Seconds until the whole allowance is there again. */
  resetSeconds: number;
  /** Seconds until the next request is allowed; 0 when this one was. */
  retryAfterSeconds: number;
}

/** Counts requests by name. */
export interface RateLimiter {
  /** Takes `cost` requests at once, one when absent: all of them or none. */
  take(name: string, allowance: Allowance, cost?: number): Awaitable<Verdict>;
}

/** A limiter that can be told of requests which others let pass. */
export interface MemoryRateLimiter extends RateLimiter {
  take(name: string, allowance: Allowance, cost?: number): Verdict;
  /** Counts requests that have passed already, whether or not they would have been allowed here. */
  charge(name: string, allowance: Allowance, cost: number): void;
}

/** What the memory version needs. */
export interface MemoryRateLimiterOptions {
  clock: Clock;
  /** Most names remembered; the ones not seen for longest are forgotten first. */
  names: number;
}

/** Counts in this process alone. */
export function createMemoryRateLimiter({ clock, names }: MemoryRateLimiterOptions): MemoryRateLimiter {
  /** Name → time in milliseconds at which its allowance is whole again, least recently seen first. */
  const wholeAt = new Map<string, number>();
  const keep = (name: string, whole: number) => {
    // While there is much room nobody will be forgotten soon, and the order need not be kept.
    if (2 * wholeAt.size > names) wholeAt.delete(name);
    wholeAt.set(name, whole);
    if (wholeAt.size > names) forgetOldest(wholeAt);
  };
  return {
    charge(name, { limit, windowSeconds }, cost) {
      const now = clock.now();
      const windowMs = windowSeconds * 1000;
      const before = Math.max(wholeAt.get(name) ?? now, now);
      keep(name, Math.min(before + (windowMs / limit) * cost, now + windowMs));
    },
    take(name, { limit, windowSeconds }, cost = 1) {
      const now = clock.now();
      const windowMs = windowSeconds * 1000;
      const step = windowMs / limit;
      // A clock set back must not lock anybody out for longer than one window.
      const before = Math.min(Math.max(wholeAt.get(name) ?? now, now), now + windowMs);
      const after = before + step * cost;
      // Half a step of grace absorbs the rounding of the divisions.
      const allowed = after - now <= windowMs + step / 2;
      const kept = allowed ? after : before;
      keep(name, kept);
      return verdictOf({ limit, windowSeconds }, { allowed, wholeInMs: kept - now, wantedMs: after - now });
    },
  };
}

/** What counting a request came to, wherever it was counted. */
export interface Counted {
  allowed: boolean;
  /** Milliseconds until the whole allowance is there again. */
  wholeInMs: number;
  /** The same, had the request been allowed. */
  wantedMs: number;
}

/** The verdict that a count means to the caller. */
export function verdictOf({ limit, windowSeconds }: Allowance, { allowed, wholeInMs, wantedMs }: Counted): Verdict {
  const windowMs = windowSeconds * 1000;
  return {
    allowed,
    remaining: Math.max(0, Math.floor((windowMs - wholeInMs) / (windowMs / limit) + 0.5)),
    resetSeconds: Math.ceil(wholeInMs / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((wantedMs - windowMs) / 1000)),
  };
}

function forgetOldest(names: Map<string, unknown>): void {
  const [oldest] = names.keys();
  if (oldest !== undefined) names.delete(oldest);
}

/** An allowance with how it is told. */
export interface ToldAllowance {
  allowance: Allowance;
  /** The headers for what a request was told. */
  headers(verdict: Verdict): Record<string, string>;
}

/** The allowance of this many in a minute, told under the name of its policy. */
export function allowPerMinute(policy: string, limit: number): ToldAllowance {
  const allowance = { limit, windowSeconds: 60 };
  return { allowance, headers: createRateLimitHeaders(policy, allowance) };
}

/**
 * Writes the headers that tell a caller its allowance, by lower-case name: the widespread three, and the structured pair of the IETF
 * draft. What does not change is written once.
 */
export function createRateLimitHeaders(
  policy: string,
  { limit, windowSeconds }: Allowance,
  unit = 'requests',
): (verdict: Verdict) => Record<string, string> {
  const whole = String(limit);
  const quoted = `"${policy}"`;
  const terms = `${quoted};q=${limit};w=${windowSeconds};qu="${unit}"`;
  return ({ remaining, resetSeconds }) => ({
    'ratelimit-limit': whole,
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
    'ratelimit-policy': terms,
    ratelimit: `${quoted};r=${remaining};t=${resetSeconds}`,
  });
}
