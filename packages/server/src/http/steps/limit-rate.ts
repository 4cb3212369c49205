/** Draws each request on its caller's allowance; searches have a tighter one of their own (AIDIP-SEC-11). */

import type { Caller } from '@dragoman/core/engine';
import type { Budget, RateLimiter, ToldAllowance, Verdict } from '@dragoman/core/http';
import { addressGroup, allowPerMinute } from '@dragoman/core/http';
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
  const told = {
    known: toldOf(perMinute.known),
    anonymous: toldOf(perMinute.anonymous),
    local: toldOf(perMinute.local),
  };
  const pass = (exchange: Exchange, next: Next, { budget, told: { allowance, headers }, verdict }: Drawn) => {
    exchange.tellAllowance = () => headers(verdict);
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
    const own = told[kindOf(exchange.caller)][budget];
    const verdict = limiter.take(`${budget}:${callerName(exchange)}`, own.allowance);
    return verdict instanceof Promise
      ? verdict.then((found) => pass(exchange, next, { budget, told: own, verdict: found }))
      : pass(exchange, next, { budget, told: own, verdict });
  };
}

/** What was drawn on which allowance. */
interface Drawn {
  budget: Budget;
  told: ToldAllowance;
  verdict: Verdict;
}

function toldOf({ read, search, write, invoke }: Allowances): Record<keyof Allowances, ToldAllowance> {
  return {
    read: allowPerMinute('read', read),
    search: allowPerMinute('search', search),
    write: allowPerMinute('write', write),
    invoke: allowPerMinute('invoke', invoke),
  };
}

function kindOf({ kind }: Caller): keyof LimitRatePorts['perMinute'] {
  return kind === 'anonymous' || kind === 'local' ? kind : 'known';
}

function callerName({ caller, clientAddress }: Exchange): string {
  return caller.kind === 'anonymous' ? `address:${addressGroup(clientAddress)}` : `caller:${caller.subject}`;
}
