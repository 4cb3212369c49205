/** N-ACT and properties for web-standard requests and responses. */

import { answerFailure } from './calls/answer-failure.js';
import type { CallContext, CallerOptions } from './calls/call-context.js';
import { toRealResponse } from './calls/light-response.js';
import { composeAll, type Property } from './calls/property.js';
import { createWebCall, toHandlerRequest } from './calls/web-call.js';
import { createNactFace, type NactOptions } from './nact/nact-routes.js';

/** Answers an N-ACT request; undefined when the request belongs to the host. */
export type NactHandler = (request: Request) => Promise<Response | undefined>;

/** Creates the handler; throws `ToolDefinitionError` when tools conflict or do not match their lock. */
export function createNact(options: NactOptions<undefined>): NactHandler {
  const face = createNactFace(options);
  return (request) => face.answer(request, undefined);
}

/** A handler of web requests. */
export type FetchHandler = (request: Request, call: CallContext) => Response | Promise<Response>;

/** Returns a handler with the properties, the first outermost; it rejects with errors that none of them answers. */
export function addProperties(
  handler: FetchHandler,
  properties: readonly Property[],
  options: CallerOptions<Request> = {},
): (request: Request) => Promise<Response> {
  const chain = composeAll(properties)(async (request, call) => handler(await toHandlerRequest(request, call), call));
  return async (request) => {
    const call = createWebCall(request, { caller: options.caller?.(request) });
    try {
      return toRealResponse(await chain(request, call));
    } catch (thrown) {
      const answer = answerFailure(thrown, request, call);
      if (answer !== undefined) return answer;
      throw thrown;
    }
  };
}
