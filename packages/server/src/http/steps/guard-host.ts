/**
 * Protects an open local server from other sites' pages: a page can point its own name at loopback (DNS rebinding) or
 * submit a cross-site form; both show in the request headers.
 */
import type { Awaitable } from '@dragoman/core/http';
import { isLoopbackHost } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { Exchange, Next, Step } from '../exchange.js';
import { isProbe } from '../exchange.js';

/** Dependencies of the step. */
export interface GuardHostPorts {
  isOpen: () => Awaitable<boolean>;
  /** Origins whose pages may call. */
  origins: readonly string[];
}

/** Creates the step. */
export function createGuardHost({ isOpen, origins }: GuardHostPorts): Step {
  /** The last header value found to name this machine; nearly every client sends the same. */
  let good: string | null = null;
  const requireName = (exchange: Exchange) => {
    const named = exchange.isOriginForm ? exchange.request.headers.get('host') : null;
    if (named !== null && named === good) return;
    requireLoopbackName(exchange);
    good = named;
  };
  const guard = (exchange: Exchange, next: Next, open: boolean) => {
    if (open) {
      requireName(exchange);
      requireOwnPage(exchange, origins);
    }
    return next(exchange);
  };
  return (exchange, next) => {
    const open = isProbe(exchange) ? false : isOpen();
    return typeof open === 'boolean' ? guard(exchange, next, open) : open.then((known) => guard(exchange, next, known));
  };
}

function hostOf({ request, url }: Exchange): string {
  return (request.headers.get('host') ?? url.host).toLowerCase();
}

function requireLoopbackName(exchange: Exchange): void {
  const named = hostOf(exchange).replace(/:\d+$/, '');
  // In origin form only the Host header names the host.
  if (isLoopbackHost(named) && (exchange.isOriginForm || isLoopbackHost(exchange.url.hostname))) return;
  throw new Failure('FORBIDDEN', {
    message: 'This server is open to this machine only: reach it as localhost or 127.0.0.1, or create a key first.',
  });
}

function requireOwnPage(exchange: Exchange, origins: readonly string[]): void {
  const { request } = exchange;
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
  const origin = request.headers.get('origin');
  const own =
    origin === null || origins.includes('*') || origins.includes(origin) || sameHost(origin, hostOf(exchange));
  const crossSite = origin === null && request.headers.get('sec-fetch-site') === 'cross-site';
  if (own && !crossSite) return;
  throw new Failure('FORBIDDEN', { message: 'Pages of other sites may not change anything on this server.' });
}

function sameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
