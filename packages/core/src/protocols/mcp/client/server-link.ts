/** The link to a server over HTTP, whichever of the two transports it has. */
import { askOverSse } from './ask-over-sse.js';
import type { HttpLinkOptions } from './http-link.js';
import { createHttpLink, createNextId } from './http-link.js';
import type { McpLink } from './mcp-link.js';

/** Creates the link; Streamable HTTP unless the server is known to have only an event stream. */
export function createServerLink(options: HttpLinkOptions): McpLink {
  const { nextId = createNextId() } = options;
  const http = createHttpLink({ ...options, nextId });
  return {
    ...http,
    mayUseSse: true,
    ask: (request, era) => (era.sse === true ? askOverSse({ ...options, nextId }, request) : http.ask(request, era)),
    // Every request over the event stream has a session of its own.
    tell: async (method, era) => (era.sse === true ? undefined : http.tell(method, era)),
  };
}
