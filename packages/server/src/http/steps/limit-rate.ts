/** Draws each request on its caller's allowance; searches have a tighter one of their own (AIDIP-SEC-11). */
import type { Allowance, Budget, Caller, RateLimiter, Verdict } from '@dragoman/core';
import { addressGroup, rateLimitHeaders } from '@dragoman/core';
import { Failure } from '@dragoman/model';
import type { Allowances } from '../../config/config.js';
import type { Exchange, Next, Step } from '../exchange.js';

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
  const pass = (exchange: Exchange, next: Next, { budget, allowance, verdict }: Drawn) => {
    exchange.tellAllowance = () => rateLimitHeaders(budget, allowance, verdict);
    if (verdict.allowed) return next(exchange);
    onRefused(budget);
    throw new Failure('RATE_LIMITED', {
      message: `You have used up your ${allowance.limit} ${budget} requests per minute.`,
      retryAfter: verdict.retryAfterSeconds,
    });
  };
  return (exchange, next) => {
    const budget = exchange.match?.route?.budget ?? 'read';
    if (budget === 'none') return next(exchange);
    const allowance = { limit: allowances(perMinute, exchange.caller)[budget], windowSeconds: 60 };
    const verdict = limiter.take(`${budget}:${callerName(exchange)}`, allowance);
    return verdict instanceof Promise
      ? verdict.then((told) => pass(exchange, next, { budget, allowance, verdict: told }))
      : pass(exchange, next, { budget, allowance, verdict });
  };
}

/** What was drawn on which allowance. */
interface Drawn {
  budget: Budget;
  allowance: Allowance;
  verdict: Verdict;
}

function allowances(perMinute: LimitRatePorts['perMinute'], caller: Caller): Allowances {
  if (caller.kind === 'anonymous') return perMinute.anonymous;
  return caller.kind === 'local' ? perMinute.local : perMinute.known;
}

function callerName({ caller, clientAddress }: Exchange): string {
  return caller.kind === 'anonymous' ? `address:${addressGroup(clientAddress)}` : `caller:${caller.subject}`;
}
