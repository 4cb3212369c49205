/** Finds out who is calling. An address that keeps bringing invalid credentials is slowed down. */
import type { Allowance, Authenticate, RateLimiter } from '@dragoman/core';
import { addressGroup } from '@dragoman/core';
import { Failure, isFailure } from '@dragoman/model';
import type { Step } from '../exchange.js';
import { isProbe } from '../exchange.js';

/** What the step needs. */
export interface AuthenticateStepPorts {
  authenticate: Authenticate;
  limiter: RateLimiter;
  /** Invalid credentials that one address may bring. */
  failures: Allowance;
}

/** Makes the step. */
export function createAuthenticateStep({ authenticate, limiter, failures }: AuthenticateStepPorts): Step {
  return async (exchange, next) => {
    if (isProbe(exchange)) return next();
    try {
      exchange.caller = await authenticate(exchange.request.headers);
    } catch (thrown) {
      if (isFailure(thrown) && thrown.code === 'INVALID_CREDENTIAL') {
        const verdict = await limiter.take(`failed:${addressGroup(exchange.clientAddress)}`, failures);
        if (!verdict.allowed) {
          throw new Failure('RATE_LIMITED', {
            message: 'Too many invalid credentials came from this address.',
            retryAfter: verdict.retryAfterSeconds,
          });
        }
      }
      throw thrown;
    }
    return next();
  };
}
