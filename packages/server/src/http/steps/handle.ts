/** Innermost step: runs the route, or says 404, 405 or which methods there are. */
import type { Route } from '@dragoman/core';
import { formatTraceparent } from '@dragoman/core';
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

function replyParts({ request, search }: Exchange) {
  return 'kind' in request ? { request, search, hasLeft: () => request.hasLeft() } : { request, search };
}

function runRoute(exchange: Exchange, route: Route, params: Match['params']): Promise<Answer> {
  const { request, caller, trace } = exchange;
  exchange.handled = true;
  const context = {
    params,
    caller,
    traceId: trace.traceId,
    traceparent: formatTraceparent(trace),
    // Asked for when needed only: Node's requests make their signal at the first look.
    get signal() {
      return request.signal;
    },
  };
  if (route.reply !== undefined) return route.reply(Object.assign(context, replyParts(exchange)));
  return route.handle(Object.assign(context, { request: webRequestOf(exchange), url: exchange.url }));
}
