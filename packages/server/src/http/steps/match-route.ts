/** Bounds the address and finds its route; whether there is one is answered only after the caller is known. */
import { Failure } from '@dragoman/model';
import type { Step } from '../exchange.js';
import type { Router } from '../router.js';

/** What the step needs. */
export interface MatchRoutePorts {
  router: Pick<Router, 'match'>;
  /** Longest address in bytes. */
  urlBytes: number;
}

/** Makes the step. */
export function createMatchRoute({ router, urlBytes }: MatchRoutePorts): Step {
  return (exchange, next) => {
    if (exchange.targetLength > urlBytes) {
      throw new Failure('URI_TOO_LONG', { message: `The address is longer than the ${urlBytes} bytes taken here.` });
    }
    exchange.match = router.match(exchange.request.method, exchange.rawPath);
    return next(exchange);
  };
}
