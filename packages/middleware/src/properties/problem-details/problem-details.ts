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
import { defineProperty, type Property } from '../../calls/property.js';
import { warnProcess } from '../../calls/report.js';
import { findTrace } from '../../calls/trace-of.js';
import type { Describe } from '../../describing/description-draft.js';
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
  /** Error codes of your own, so that the description lists them next to those of the table. */
  codes?: readonly string[];
  clock?: Clock;
}

/** Creates the property; put it outside all properties that may reject. */
export function createProblemDetails(options: ProblemDetailsOptions = {}): Property {
  const { understand, report = warnProcess, pages = true, codes = [], clock = systemClock } = options;
  const answerThrown = async (thrown: unknown, request: Request, call: CallContext): Promise<Response> => {
    if (thrown instanceof Response) return thrown;
    const failure = understand?.(thrown) ?? readThrown(thrown);
    if (failure.row.status >= 500) report(isFailure(thrown) ? (thrown.cause ?? thrown) : thrown);
    return errorResponse(failure, request, call);
  };
  return defineProperty(
    (next) => async (request, call) => {
      const page = pages && isRead(request) ? problemPage(request) : undefined;
      if (page !== undefined) return page;
      const response = await next(request, call).catch((thrown: unknown) => answerThrown(thrown, request, call));
      if (response.status < 400 || request.method === 'HEAD') return response;
      const { traceId } = findTrace(call) ?? continueTrace(request.headers.get('traceparent'));
      return completeProblem(response, { traceId, now: clock.now() });
    },
    { describe: describeProblems(codes) },
  );
}

/** Every described error without a body gets one, and all others are described together. */
function describeProblems(codes: readonly string[]): Describe {
  return ({ operations, addCodes }) => {
    for (const operation of operations) {
      for (const status of operation.statuses.filter((each) => /^[45]/.test(each))) operation.addProblem(status, '');
      if (!operation.statuses.includes('default')) {
        operation.addProblem('4XX', 'The request was rejected; the code says why and field_errors where.');
      }
    }
    addCodes(codes);
  };
}
