/** Gives every read a validator: a route that has none of its own gets a hash of its answer, and a reader that has it already 304. */
import { createHash } from 'node:crypto';
import { isUnchanged, notModified, toResponse } from '@dragoman/core/http';
import { isConditional } from '../conditional-route.js';
import type { Answer, Exchange, Next, Step } from '../exchange.js';
import { webRequestOf } from '../exchange.js';

/** The step. */
export const conditionalRead: Step = (exchange, next) => {
  const route = exchange.match?.route;
  return route === undefined || !isConditional(route) ? next(exchange) : readConditionally(exchange, next);
};

async function readConditionally(exchange: Exchange, next: Next): Promise<Answer> {
  const response = toResponse(await next(exchange));
  if (response.status !== 200 || response.headers.has('etag')) return response;
  const body = await response.arrayBuffer();
  const etag = `"${createHash('sha256').update(new Uint8Array(body)).digest('base64url').slice(0, 22)}"`;
  response.headers.set('ETag', etag);
  if (!isUnchanged(webRequestOf(exchange), { etag }))
    return new Response(body, { status: 200, headers: response.headers });
  const kept = [...response.headers].filter(([name]) => !name.startsWith('content-'));
  return notModified(Object.fromEntries(kept));
}
