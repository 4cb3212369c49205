/** Limits concurrent requests, and closes connections while the server shuts down. */
import type { HttpReply } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { Exchange, Next, Step } from '../exchange.js';
import { isProbe } from '../exchange.js';

/** Dependencies of the step. */
export interface AdmitPorts {
  /** Maximum number of concurrent requests. */
  concurrency: number;
  /** True while the server shuts down. */
  isStopping: () => boolean;
}

/** Creates the step. */
export function createAdmit({ concurrency, isStopping }: AdmitPorts): Step {
  let running = 0;
  const leave = (exchange: Exchange) => {
    running -= 1;
    if (isStopping()) exchange.headers.connection = 'close';
  };
  return (exchange, next) => {
    if (isProbe(exchange)) return next(exchange);
    if (running >= concurrency) {
      throw new Failure('UNAVAILABLE', { message: 'The server is busy with other requests.', retryAfter: 1 });
    }
    running += 1;
    return runAdmitted(exchange, next, leave);
  };
}

async function runAdmitted(exchange: Exchange, next: Next, leave: (exchange: Exchange) => void): Promise<HttpReply> {
  try {
    return await next(exchange);
  } finally {
    leave(exchange);
  }
}
