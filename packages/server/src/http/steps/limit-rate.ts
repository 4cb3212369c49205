/** Draws each request on its caller's allowance; searches have a tighter one of their own (AIDIP-SEC-11). */
import type { Allowance, Budget, Caller, RateLimiter } from '@dragoman/core';
import { addressGroup, rateLimitHeaders } from '@dragoman/core';
import { Failure } from '@dragoman/model';
import type { Allowances } from '../../config/config.js';
import type { Exchange, Step } from '../exchange.js';

/** What the step needs. */
export interface LimitRatePorts {
  limiter: RateLimiter;
  /** Requests per minute by kind of caller. */
  perMinute: { known: Allowances; anonymous: Allowances; local: Allowances };
  /** Told of each refusal. */
  onRefused: (budget: Budget) => void;
}

/** Makes the step. */
export function createLimitRate({ limiter, perMinute, onRefused }: LimitRatePorts): Step {
  return async (exchange, next) => {
    const budget = exchange.match?.route?.budget ?? 'read';
    if (budget === 'none') return next();
    const allowance = { limit: allowances(perMinute, exchange.caller)[budget], windowSeconds: 60 };
    const verdict = await limiter.take(`${budget}:${callerName(exchange)}`, allowance);
    tell(exchange, budget, allowance, verdict);
    if (verdict.allowed) return next();
    onRefused(budget);
    throw new Failure('RATE_LIMITED', {
      message: `You have used up your ${allowance.limit} ${budget} requests per minute.`,
      retryAfter: verdict.retryAfterSeconds,
    });
  };
}

function tell(
  exchange: Exchange,
  budget: Budget,
  allowance: Allowance,
  verdict: Awaited<ReturnType<RateLimiter['take']>>,
): void {
  for (const [name, value] of Object.entries(rateLimitHeaders(budget, allowance, verdict))) {
    exchange.headers.set(name, value);
  }
}

function allowances(perMinute: LimitRatePorts['perMinute'], caller: Caller): Allowances {
  if (caller.kind === 'anonymous') return perMinute.anonymous;
  return caller.kind === 'local' ? perMinute.local : perMinute.known;
}

function callerName({ caller, clientAddress }: Exchange): string {
  return caller.kind === 'anonymous' ? `address:${addressGroup(clientAddress)}` : `caller:${caller.subject}`;
}
