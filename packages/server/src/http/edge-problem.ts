/** Error responses for failures before a request reaches the pipeline or after its response has left it. */
import type { HttpReply } from '@dragoman/core/http';
import { continueTrace, problemReply } from '@dragoman/core/http';
import type { FailureCode } from '@dragoman/model';
import { Failure } from '@dragoman/model';

/** The error response for a failure outside the pipeline; it has its own trace id. */
export function edgeProblem(code: FailureCode, message?: string): HttpReply {
  return problemReply(new Failure(code, message === undefined ? {} : { message }), continueTrace(null));
}
