/** Gives every read a validator: a route that has none of its own gets a hash of its answer, and a reader that has it already 304. */

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
