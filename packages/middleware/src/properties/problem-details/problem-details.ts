/**
 * Problem details (PROF-ERR-01 to -08): every error response has one format, RFC 9457 with a stable code and a retry
 * flag, whether it comes from the handler, a validator, the framework or another property. A thrown error is answered
 * once, without internal details.
 */
import type { Clock } from '@dragoman/core/http';
import { continueTrace, systemClock } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import { isFailure } from '@dragoman/model';
import type { CallContext } from '../../calls/call-context.js';
import { errorResponse } from '../../calls/error-response.js';
import { isRead } from '../../calls/is-read.js';
import type { Property } from '../../calls/property.js';
import { warnProcess } from '../../calls/report.js';
import { findTrace } from '../../calls/trace-of.js';
import { completeProblem } from './complete-problem.js';
import { problemPage } from './problem-page.js';
import { readThrown } from './read-thrown.js';

/** Problem options. */
export interface ProblemDetailsOptions {
  /** The host's own conversion of thrown errors; undefined for unknown ones. */
  understand?(thrown: unknown): Failure | undefined;
  /** Receives server errors, status 500 and above; a process warning by default. */
  report?(thrown: unknown): void;
  /** False: the `type` URLs do not serve a page about the code. */
  pages?: boolean;
  clock?: Clock;
}

/** Creates the property; put it outside all properties that may reject. */
export function createProblemDetails(options: ProblemDetailsOptions = {}): Property {
  const { understand, report = warnProcess, pages = true, clock = systemClock } = options;
  const answerThrown = async (thrown: unknown, request: Request, call: CallContext): Promise<Response> => {
    if (thrown instanceof Response) return thrown;
    const failure = understand?.(thrown) ?? readThrown(thrown);
    if (failure.row.status >= 500) report(isFailure(thrown) ? (thrown.cause ?? thrown) : thrown);
    return errorResponse(failure, request, call);
  };
  return (next) => async (request, call) => {
    const page = pages && isRead(request) ? problemPage(request) : undefined;
    if (page !== undefined) return page;
    const response = await next(request, call).catch((thrown: unknown) => answerThrown(thrown, request, call));
    if (response.status < 400 || request.method === 'HEAD') return response;
    const { traceId } = findTrace(call) ?? continueTrace(request.headers.get('traceparent'));
    return completeProblem(response, { traceId, now: clock.now() });
  };
}
