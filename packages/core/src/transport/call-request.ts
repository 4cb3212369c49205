/** What requests for calls have in common, whatever face they come in through: everything that stands in headers. */
import type { Call, Patience } from '../gateway/call.js';
import type { ReplyContext, RequestView } from './reply.js';

/** Longest correlation id that is handed on. */
export const longestRequestId = 200;

/**
 * Who leaves ends the call, but for a call with a key: that one goes on to its end, so that the same request sent
 * again finds its answer instead of the word that nobody knows. Signals are made when they are first looked at.
 */
export function callPatience(context: Patience & Pick<ReplyContext, 'request'>, wantsStream: boolean): Patience {
  if (wantsStream || !context.request.headers.has('idempotency-key')) return context;
  let steady: AbortSignal | undefined;
  return {
    get signal() {
      steady ??= new AbortController().signal;
      return steady;
    },
  };
}

/** The signal alone, for calls that are told nothing else of who waits. */
export function callSignal(context: Patience & Pick<ReplyContext, 'request'>, wantsStream: boolean): () => AbortSignal {
  const patience = callPatience(context, wantsStream);
  return () => patience.signal;
}

/** The caller's correlation id, when it is one that can be handed on. */
export function requestIdOf(request: Pick<RequestView, 'headers'>): string | undefined {
  const id = request.headers.get('x-request-id');
  return id !== null && id.length <= longestRequestId && /^[\x21-\x7e]+$/.test(id) ? id : undefined;
}

/** The members of a call that stand in headers of their own. */
export function readCallHeaders(request: Pick<RequestView, 'headers'>): Partial<Call> {
  return addCallHeaders({}, request);
}

/** Adds them to a call. */
export function addCallHeaders<T extends Partial<Call>>(call: T, request: Pick<RequestView, 'headers'>): T {
  const requestId = requestIdOf(request);
  const key = request.headers.get('idempotency-key');
  const confirmation = request.headers.get('x-confirm');
  const authorization = request.headers.get('x-agent-authorization');
  if (requestId !== undefined) call.requestId = requestId;
  if (key !== null) call.idempotencyKey = key;
  if (confirmation !== null) call.confirmation = confirmation;
  if (authorization !== null && authorization !== '') call.agentAuthorization = authorization;
  return call;
}
