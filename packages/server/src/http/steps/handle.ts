/** Innermost step: runs the route, or says 404, 405 or which methods there are. */
import type { ReplyContext, Route } from '@dragoman/core';
import { formatTraceparent, lendSignal } from '@dragoman/core';
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
  const { request, caller, trace } = exchange;
  exchange.handled = true;
  const { traceId } = trace;
  const traceparent = exchange.headers.traceparent ?? formatTraceparent(trace);
  // Signals are asked for when needed only: Node's requests make theirs at the first look.
  if (route.reply === undefined) {
    const context = { params, caller, traceId, traceparent, request: webRequestOf(exchange), url: exchange.url };
    return route.handle(lendSignal(context, request));
  }
  const context: Omit<ReplyContext, 'signal'> = {
    params,
    caller,
    traceId,
    traceparent,
    request,
    search: exchange.search,
  };
  if ('kind' in request) context.hasLeft = () => request.hasLeft();
  return route.reply(lendSignal(context, request));
}
