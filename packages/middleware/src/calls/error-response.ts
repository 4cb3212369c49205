/** Failures as the common error body. */
import { continueTrace, problemReply, toWebResponse } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import type { CallContext } from './call-context.js';
import { findTrace } from './trace-of.js';

/** The response for a failure, with the caller's trace id. */
export function errorResponse(failure: Failure, request: Request, call?: CallContext): Response {
  const { traceId } = findTrace(call) ?? continueTrace(request.headers.get('traceparent'));
  return toWebResponse(problemReply(failure, { traceId, plain: true }));
}
