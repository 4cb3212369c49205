/**
 * Problem details (PROF-ERR-01 to -08): every answer that is no success has one body, RFC 9457 with a lasting code and a
 * word on retrying, whoever made it: the handler, a validator, the framework or another property. What is thrown is
 * answered once, and nothing of it is shown that was not meant to be.
 */
import type { Clock } from '@dragoman/core/http';
import { continueTrace, systemClock } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import { isFailure } from '@dragoman/model';
import { errorResponse } from '../../error-response.js';
import type { CallContext } from '../call-context.js';
import { isRead } from '../is-read.js';
import type { Property } from '../property.js';
import { warnProcess } from '../report.js';
import { findTrace } from '../trace-context/trace-of.js';
import { completeProblem } from './complete-problem.js';
import { problemPage } from './problem-page.js';
import { understandThrown } from './understand-thrown.js';

/** How problems are told. */
export interface ProblemDetailsOptions {
  /** The host's own reading of what its handlers throw; undefined for what it does not know. */
  understand?(thrown: unknown): Failure | undefined;
  /** Gets what was thrown and is the host's own trouble, status 500 and above; a warning of the process unless given. */
  report?(thrown: unknown): void;
  /** False: the addresses in `type` are not answered with a page on the code. */
  pages?: boolean;
  clock?: Clock;
}

/** Makes the property; put it outside of all that may refuse. */
export function createProblemDetails(options: ProblemDetailsOptions = {}): Property {
  const { understand, report = warnProcess, pages = true, clock = systemClock } = options;
  const answerThrown = async (thrown: unknown, request: Request, call: CallContext): Promise<Response> => {
    if (thrown instanceof Response) return thrown;
    const failure = understand?.(thrown) ?? understandThrown(thrown);
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
