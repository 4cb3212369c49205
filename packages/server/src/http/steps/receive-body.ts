/**
 * Waits for the body before the request takes a slot, so that a slow upload costs only its buffered bytes. Those are
 * shared fairly between callers until the request has its response.
 */
import type { HttpReply, HttpRequest } from '@dragoman/core/http';
import type { FairShare } from '../../runtime/fair-share.js';
import type { Exchange, Next, Step } from '../exchange.js';
import { shareExceeded } from '../share-exceeded.js';

/** Dependencies of the step. */
export interface ReceiveBodyPorts {
  /** Bytes of all buffered bodies. */
  buffers: FairShare;
  /** Maximum body size in bytes of routes that set none. */
  bodyBytes: number;
}

type Receive = NonNullable<HttpRequest['receive']>;

/** Methods whose routes read no body. */
const bodiless: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Creates the step. */
export function createReceiveBody({ buffers, bodyBytes }: ReceiveBodyPorts): Step {
  const receiveFirst = async (exchange: Exchange, next: Next, receive: Receive): Promise<HttpReply> => {
    const { request, account, match } = exchange;
    const limit = match?.route?.bodyBytes ?? bodyBytes;
    let held = 0;
    const onBytes = (count: number) => {
      if (!buffers.take(account, count)) throw shareExceeded('bytes of request bodies', buffers, account);
      held += count;
    };
    try {
      await receive.call(request, { limit, onBytes });
      return await next(exchange);
    } finally {
      buffers.give(account, held);
    }
  };
  return (exchange, next) => {
    const { hasBody, method, receive } = exchange.request;
    if (receive === undefined || !hasBody || bodiless.includes(method)) return next(exchange);
    return exchange.match?.route === undefined ? next(exchange) : receiveFirst(exchange, next, receive);
  };
}
