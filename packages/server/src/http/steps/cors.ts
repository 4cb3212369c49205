/**
 * Allows pages of the configured origins to call this server (CORS); without configured origins, browsers block
 * cross-origin pages.
 */
import type { HttpReply } from '@dragoman/core/http';
import { createReply } from '@dragoman/core/http';
import type { Exchange, Step } from '../exchange.js';

/** Dependencies of the step. */
export interface CorsPorts {
  /** Allowed origins; `*` allows every origin. */
  origins: readonly string[];
}

/** Response headers that pages may read in addition to the safelisted ones. */
const exposed = [
  'Deprecation',
  'Content-Digest',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'Signature',
  'Signature-Input',
  'Sunset',
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Confirm',
  'X-Confirm-Expires',
  'X-Dragoman-Findings',
  'X-Dragoman-Media-Type',
  'X-Dragoman-Operation',
  'X-Dragoman-Origin',
  'X-Dragoman-Output',
  'X-Dragoman-Parts',
  'X-Dragoman-Trust',
  'X-Dragoman-Warnings',
  'X-Request-ID',
  'X-Total-Count',
  'traceparent',
].join(', ');

/** Headers that pages may send. */
const accepted = [
  'Accept-Signature',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'X-API-Key',
  'X-Agent-Authorization',
  'X-Confirm',
  'X-Dry-Run',
  'X-Request-ID',
  'X-Webhook-URL',
  'traceparent',
].join(', ');

/** Creates the step. */
export function createCors({ origins }: CorsPorts): Step {
  return (exchange, next) => {
    if (origins.length === 0) return next(exchange);
    const origin = exchange.request.headers.get('origin');
    exchange.headers.vary = 'Origin';
    if (origin === null || !(origins.includes('*') || origins.includes(origin))) return next(exchange);
    exchange.headers['access-control-allow-origin'] = origin;
    exchange.headers['access-control-expose-headers'] = exposed;
    return isPreflight(exchange) ? Promise.resolve(preflight(exchange)) : next(exchange);
  };
}

function isPreflight({ request }: Exchange): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

function preflight({ match }: Exchange): HttpReply {
  return createReply(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': (match?.allow ?? []).join(', '),
      'Access-Control-Allow-Headers': accepted,
      'Access-Control-Max-Age': '600',
    },
  });
}
