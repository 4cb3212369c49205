/** Requires the scope of the route: 401 without a credential, 403 naming the missing scope. */
import { hasScope } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import type { Step } from '../exchange.js';

/** The step. */
export const authorize: Step = (exchange, next) => {
  const access = exchange.match?.route?.access ?? 'public';
  if (access === 'public' || hasScope(exchange.caller, access)) return next(exchange);
  if (exchange.caller.kind === 'anonymous') {
    throw new Failure('UNAUTHENTICATED', { message: `This call requires a credential with the scope '${access}'.` });
  }
  throw new Failure('FORBIDDEN', { message: `Your credential lacks the scope '${access}', which this call requires.` });
};
