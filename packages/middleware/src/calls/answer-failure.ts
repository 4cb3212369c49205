/** The adapter answers failures that no property has answered, so that each property works on its own. */
import { isFailure } from '@dragoman/model';
import type { CallContext } from './call-context.js';
import { errorResponse } from './error-response.js';

/** The response to an error; undefined when it is not a failure and the framework must handle it. */
export function answerFailure(thrown: unknown, request: Request, call: CallContext): Response | undefined {
  return isFailure(thrown) ? errorResponse(thrown, request, call) : undefined;
}
