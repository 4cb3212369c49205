/**
 * Adds a validator to every read: the hash of the response where the route sets none; a matching conditional request
 * gets 304.
 */

import type { HttpReply } from '@dragoman/core/http';
import { tagReply } from '@dragoman/core/http';
import { isConditional } from '../conditional-route.js';
import type { Exchange, Next, Step } from '../exchange.js';

/** The step. */
export const conditionalRead: Step = (exchange, next) => {
  const route = exchange.match?.route;
  return route === undefined || !isConditional(route) ? next(exchange) : readConditionally(exchange, next);
};

async function readConditionally(exchange: Exchange, next: Next): Promise<HttpReply> {
  const reply = await next(exchange);
  return reply.status !== 200 || reply.headers.etag !== undefined ? reply : tagReply(exchange.request, reply);
}
