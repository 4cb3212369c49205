/** Limits concurrent requests, shared fairly between callers, and closes connections while the server shuts down. */
import type { HttpReply } from '@dragoman/core/http';
import type { FairShare } from '../../runtime/fair-share.js';
import type { Exchange, Next, Step } from '../exchange.js';
import { isProbe } from '../exchange.js';
import { shareExceeded } from '../share-exceeded.js';

/** Dependencies of the step. */
export interface AdmitPorts {
  /** Slots for concurrent requests. */
  slots: FairShare;
  /** True while the server shuts down. */
  isStopping: () => boolean;
}

/** Creates the step. */
export function createAdmit({ slots, isStopping }: AdmitPorts): Step {
  const leave = (exchange: Exchange) => {
    slots.give(exchange.account);
    if (isStopping()) exchange.headers.connection = 'close';
  };
  return (exchange, next) => {
    if (isProbe(exchange)) return next(exchange);
    if (!slots.take(exchange.account)) throw shareExceeded('requests in progress', slots, exchange.account);
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
