/** Innermost step: runs the route, or says 404, 405 or which methods there are. */
import type { ReplyContext, Route } from '@dragoman/core/http';
import { formatTraceparent, lendSignal } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { Answer, Exchange, Match, Step } from '../exchange.js';
import { webRequestOf } from '../exchange.js';

/** The step. */
export const handle: Step = (exchange) => {
  const { match, request } = exchange;
  if (match?.path === undefined) throw new Failure('NOT_FOUND');
  if (match.route !== undefined && request.method !== 'OPTIONS') return runRoute(exchange, match.route, match.params);
  const allow = match.allow.join(', ');
  if (request.method === 'OPTIONS') {
    return Promise.resolve(new Response(null, { status: 204, headers: { Allow: allow } }));
  }
  throw new Failure('METHOD_NOT_ALLOWED', {
    message: `This address takes ${allow}, not ${request.method.slice(0, 16)}.`,
    headers: { Allow: allow },
  });
};

function runRoute(exchange: Exchange, route: Route, params: Match['params']): Promise<Answer> {
  exchange.handled = true;
  if (route.reply !== undefined) {
    const answer = route.reply(new PlainContext(exchange, params));
    return answer instanceof Promise ? answer : Promise.resolve(answer);
  }
  const { caller, trace, url } = exchange;
  const request = webRequestOf(exchange);
  const context = { params, caller, traceId: trace.traceId, traceparent: traceparentOf(exchange), request, url };
  return route.handle(lendSignal(context, request));
}

function traceparentOf({ headers, trace }: Exchange): string {
  return headers.traceparent ?? formatTraceparent(trace);
}

/** What a route in plain parts gets. The signal is asked for when needed only: requests make theirs at the first look. */
class PlainContext implements ReplyContext {
  readonly params: Match['params'];
  readonly caller: ReplyContext['caller'];
  readonly traceId: string;
  readonly traceparent: string;
  readonly search: string;
  readonly request: Exchange['request'];
  /** Only requests in plain parts can tell without a signal. */
  readonly hasLeft?: () => boolean;

  constructor(exchange: Exchange, params: Match['params']) {
    const { request } = exchange;
    this.params = params;
    this.caller = exchange.caller;
    this.traceId = exchange.trace.traceId;
    this.traceparent = traceparentOf(exchange);
    this.search = exchange.search;
    this.request = request;
    if ('kind' in request) this.hasLeft = () => request.hasLeft();
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }
}
