/** Rejects requests that reached a TLS-terminating proxy in plain text (AIDIP-SEC-01). */
import { Failure } from '@dragoman/model';
import type { Step } from '../exchange.js';

/** Dependencies of the step. */
export interface RequireHttpsPorts {
  /** True when a proxy terminates TLS for the clients. */
  behindTls: boolean;
  /** True when that proxy's headers are trusted. */
  trustsProxy: boolean;
}

/** Creates the step. */
export function createRequireHttps({ behindTls, trustsProxy }: RequireHttpsPorts): Step {
  return (exchange, next) => {
    if (!behindTls || !trustsProxy) return next(exchange);
    const protocol = exchange.request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim().toLowerCase();
    if (protocol === 'http') {
      throw new Failure('FORBIDDEN', { message: 'This server is available over https only.' });
    }
    return next(exchange);
  };
}
