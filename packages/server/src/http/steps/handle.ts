/** Innermost step: runs the route, or responds with 404, 405 or the list of methods. */
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import { createReply, formatTraceparent } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { Exchange, Match, Step } from '../exchange.js';

/** The step. */
export const handle: Step = (exchange) => {
  const { match, request } = exchange;
  if (match?.path === undefined) throw new Failure('NOT_FOUND');
  if (match.route !== undefined && request.method !== 'OPTIONS') return runRoute(exchange, match.route, match.params);
  const allow = match.allow.join(', ');
  if (request.method === 'OPTIONS') {
    return Promise.resolve(createReply(null, { status: 204, headers: { allow } }));
  }
  throw new Failure('METHOD_NOT_ALLOWED', {
    message: `This address supports ${allow}, not ${request.method.slice(0, 16)}.`,
    headers: { Allow: allow },
  });
};

function runRoute(exchange: Exchange, route: Route, params: Match['params']): Promise<HttpReply> {
  exchange.handled = true;
  const reply = route.handle(new ExchangeContext(exchange, params));
  return reply instanceof Promise ? reply : Promise.resolve(reply);
}

/**
 * Input of a route. URL and signal are created on first access. A class, because V8 pretenures object literals on hot
 * paths.
 */
class ExchangeContext implements RouteContext {
  readonly params: Match['params'];
  readonly caller: RouteContext['caller'];
  readonly traceId: string;
  readonly traceparent: string;
  readonly search: string;
  readonly request: RouteContext['request'];
  readonly hasLeft: () => boolean;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange, params: Match['params']) {
    const { request, headers, trace } = exchange;
    this.params = params;
    this.caller = exchange.caller;
    this.traceId = trace.traceId;
    this.traceparent = headers.traceparent ?? formatTraceparent(trace);
    this.search = exchange.search;
    this.request = request;
    this.hasLeft = () => request.hasLeft();
    this.#exchange = exchange;
  }

  get url(): URL {
    return this.#exchange.url;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }
}
