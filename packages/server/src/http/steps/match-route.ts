/** Limits the URL length and finds the route; whether there is one is reported only after authentication. */
import { Failure } from '@dragoman/model';
import type { Step } from '../exchange.js';
import type { Router } from '../router.js';

/** Dependencies of the step. */
export interface MatchRoutePorts {
  router: Pick<Router, 'match'>;
  /** Maximum URL length in bytes. */
  urlBytes: number;
}

/** Creates the step. */
export function createMatchRoute({ router, urlBytes }: MatchRoutePorts): Step {
  return (exchange, next) => {
    if (exchange.targetLength > urlBytes) {
      throw new Failure('URI_TOO_LONG', { message: `The URL is longer than the maximum of ${urlBytes} bytes.` });
    }
    exchange.match = router.match(exchange.request.method, exchange.rawPath);
    return next(exchange);
  };
}
