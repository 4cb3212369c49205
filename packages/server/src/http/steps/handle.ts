/** Innermost step: runs the route, or says 404, 405 or which methods there are. */
import { Failure } from '@dragoman/model';
import type { Step } from '../exchange.js';
import { formatTraceparent } from '../trace-context.js';

/** The step. */
export const handle: Step = async (exchange) => {
  const { match, request, url, caller, trace } = exchange;
  if (match?.path === undefined) throw new Failure('NOT_FOUND');
  const allow = match.allow.join(', ');
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
  if (match.route === undefined) {
    throw new Failure('METHOD_NOT_ALLOWED', {
      message: `This address takes ${allow}, not ${request.method.slice(0, 16)}.`,
      headers: { Allow: allow },
    });
  }
  exchange.handled = true;
  return match.route.handle({
    request,
    url,
    params: match.params,
    caller,
    traceId: trace.traceId,
    traceparent: formatTraceparent(trace),
    // Asked for when needed only: Node's requests make their signal at the first look.
    get signal() {
      return request.signal;
    },
  });
};
