/** Behind a proxy that speaks TLS, a request that reached the proxy in plain text is refused (AIDIP-SEC-01). */
import { Failure } from '@dragoman/model';
import type { Step } from '../exchange.js';

/** What the step needs. */
export interface RequireHttpsPorts {
  /** True when a proxy speaks TLS with the callers. */
  behindTls: boolean;
  /** True when that proxy's headers are believed. */
  trustsProxy: boolean;
}

/** Makes the step. */
export function createRequireHttps({ behindTls, trustsProxy }: RequireHttpsPorts): Step {
  return (exchange, next) => {
    if (!behindTls || !trustsProxy) return next(exchange);
    const protocol = exchange.request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase();
    if (protocol === 'http') {
      throw new Failure('FORBIDDEN', { message: 'This server is reached over https only.' });
    }
    return next(exchange);
  };
}
