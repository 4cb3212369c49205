/** Replies for what goes wrong before a request reaches the pipeline, or after its reply has left it. */
import type { HttpReply } from '@dragoman/core/http';
import { continueTrace, problemReply } from '@dragoman/core/http';
import type { FailureCode } from '@dragoman/model';
import { Failure } from '@dragoman/model';

/** The reply for a failure outside the pipeline; it has a trace id of its own. */
export function edgeProblem(code: FailureCode, message?: string): HttpReply {
  return problemReply(new Failure(code, message === undefined ? {} : { message }), continueTrace(null));
}
