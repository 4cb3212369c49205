/** Counts each request against its caller's rate limit; searches have a lower limit of their own (AIDIP-SEC-11). */

import type { Caller } from '@dragoman/core/engine';
import type { Budget, RateLimiter, ReportedRateLimit, Verdict } from '@dragoman/core/http';
import { limitPerMinute } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { RateLimits } from '../../config/config.js';
import type { Exchange, Next, Step } from '../exchange.js';

/** Dependencies of the step. */
export interface LimitRatePorts {
  limiter: RateLimiter;
  /** Requests per minute by kind of caller. */
  perMinute: { known: RateLimits; anonymous: RateLimits; local: RateLimits };
  /** Called on each refusal. */
  onRefused: (budget: Budget) => void;
}

/** Creates the step. */
export function createLimitRate({ limiter, perMinute, onRefused }: LimitRatePorts): Step {
  const limits = {
    known: reportedLimits(perMinute.known),
    anonymous: reportedLimits(perMinute.anonymous),
    local: reportedLimits(perMinute.local),
  };
  const pass = (exchange: Exchange, next: Next, { budget, limit: { rateLimit, headers }, verdict }: Drawn) => {
    exchange.rateLimitHeaders = () => headers(verdict);
    if (verdict.allowed) return next(exchange);
    onRefused(budget);
    throw new Failure('RATE_LIMITED', {
      message: `You have used up your ${rateLimit.limit} ${budget} requests per minute.`,
      retryAfter: verdict.retryAfterSeconds,
    });
  };
  return (exchange, next) => {
    const budget = exchange.match?.route?.budget ?? 'read';
    if (budget === 'none') return next(exchange);
    const own = limits[kindOf(exchange.caller)][budget];
    const verdict = limiter.take(`${budget}:${exchange.account}`, own.rateLimit);
    return verdict instanceof Promise
      ? verdict.then((found) => pass(exchange, next, { budget, limit: own, verdict: found }))
      : pass(exchange, next, { budget, limit: own, verdict });
  };
}

/** Which rate limit the request was counted against, and the result. */
interface Drawn {
  budget: Budget;
  limit: ReportedRateLimit;
  verdict: Verdict;
}

function reportedLimits({ read, search, write, invoke }: RateLimits): Record<keyof RateLimits, ReportedRateLimit> {
  return {
    read: limitPerMinute('read', read),
    search: limitPerMinute('search', search),
    write: limitPerMinute('write', write),
    invoke: limitPerMinute('invoke', invoke),
  };
}

function kindOf({ kind }: Caller): keyof LimitRatePorts['perMinute'] {
  return kind === 'anonymous' || kind === 'local' ? kind : 'known';
}
