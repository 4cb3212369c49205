/** Bounds the requests worked on at once, and lets connections go while the server stops. */
import type { HttpReply } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { Exchange, Next, Step } from '../exchange.js';
import { isProbe } from '../exchange.js';

/** What the step needs. */
export interface AdmitPorts {
  /** Most requests at once. */
  concurrency: number;
  /** True while the server stops. */
  isStopping: () => boolean;
}

/** Makes the step. */
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
