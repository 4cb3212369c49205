/** Gives every read a validator: a route that has none of its own gets a hash of its answer, and a reader that has it already 304. */
import { createHash } from 'node:crypto';
import { isUnchanged, notModified } from '@dragoman/core';
import { isConditional } from '../conditional-route.js';
import type { Step } from '../exchange.js';

/** The step. */
export const conditionalRead: Step = async ({ match, request }, next) => {
  const response = await next();
  const route = match?.route;
  if (route === undefined || !isConditional(route) || response.status !== 200 || response.headers.has('etag')) {
    return response;
  }
  const body = await response.arrayBuffer();
  const etag = `"${createHash('sha256').update(new Uint8Array(body)).digest('base64url').slice(0, 22)}"`;
  response.headers.set('ETag', etag);
  if (!isUnchanged(request, { etag })) return new Response(body, { status: 200, headers: response.headers });
  const kept = [...response.headers].filter(([name]) => !name.startsWith('content-'));
  return notModified(Object.fromEntries(kept));
};
