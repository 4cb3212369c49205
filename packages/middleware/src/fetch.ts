/** N-ACT for everything that speaks web-standard requests, and the function that the other adapters are thin around. */
import { createNactFace, type NactOptions } from './nact-face.js';

/** Answers a request of N-ACT; undefined when the request is the host's own. */
export type NactHandler = (request: Request) => Promise<Response | undefined>;

/** Makes the handler; throws `ToolDefinitionError` when tools clash or do not fit their lock. */
export function createNact(options: NactOptions<undefined>): NactHandler {
  const face = createNactFace(options);
  return (request) => face.answer(request, undefined);
}
