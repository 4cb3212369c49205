/** Requires the scope of the route: 401 without a credential, 403 naming the missing scope. */
import { requireScope } from '@dragoman/core/engine';
import { Failure } from '@dragoman/model';
import type { Step } from '../exchange.js';

/** Creates the step; with `closed`, routes that are otherwise public require some credential. */
export function createAuthorize(closed: boolean): Step {
  return (exchange, next) => {
    const access = exchange.match?.route?.access ?? 'public';
    if (access === 'anyone') return next(exchange);
    const { caller } = exchange;
    if (access === 'public') {
      if (!closed || caller.kind !== 'anonymous') return next(exchange);
      throw new Failure('UNAUTHENTICATED', { message: 'This server requires a credential for every call.' });
    }
    requireScope(caller, access);
    return next(exchange);
  };
}
