/** A failure that no property answered is answered by the adapter, so that each property works alone. */
import { isFailure } from '@dragoman/model';
import { errorResponse } from '../error-response.js';
import type { CallContext } from './call-context.js';

/** The answer to what was thrown; undefined when it is no failure, and the framework knows what to do with it. */
export function answerFailure(thrown: unknown, request: Request, call: CallContext): Response | undefined {
  return isFailure(thrown) ? errorResponse(thrown, request, call) : undefined;
}
