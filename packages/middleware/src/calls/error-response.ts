/** Failures as the common error body. */
import { continueTrace, problemReply, toWebResponse } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import { withHeaders } from './answer.js';
import type { CallContext } from './call-context.js';
import { findTrace } from './trace-of.js';

const kept = Symbol.for('dragoman.error-headers');

/** Records headers that an error response must have too, if what it answers was thrown. */
export function keepErrorHeaders(call: CallContext, headers: Readonly<Record<string, string>>): void {
  call.values.set(kept, headers);
}

/** The response for a failure, with the caller's trace id. */
export function errorResponse(failure: Failure, request: Request, call?: CallContext): Response {
  const { traceId } = findTrace(call) ?? continueTrace(request.headers.get('traceparent'));
  const response = toWebResponse(problemReply(failure, { traceId, plain: true }));
  const headers = (call?.values.get(kept) ?? {}) as Readonly<Record<string, string>>;
  return withHeaders(response, withoutKnown(headers, response));
}

/** A failure has its own headers when it is about them: a rejection of another limit. */
function withoutKnown(headers: Readonly<Record<string, string>>, response: Response): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !response.headers.has(name)));
}
