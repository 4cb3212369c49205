/**
 * The routes of MCP endpoints: POST for messages, and for lists that change, GET and DELETE for the revisions with
 * sessions.
 */
import { Failure, mcpHeaders } from '@dragoman/model';
import { createReply } from '../../../transport/http-reply.js';
import { negotiate } from '../../../transport/negotiate.js';
import type { Route } from '../../../transport/route.js';
import { answerGet } from './change-streams.js';
import { requireOrigin } from './check-origin.js';
import { describeEnd, describePost, describeStream } from './describe.js';
import { answerPost } from './endpoint.js';
import { knowsSession } from './exchange.js';
import type { McpPorts } from './ports.js';
import type { McpRoot } from './root.js';

/** The routes of one root. */
export function createMcpRoutes(root: McpRoot, ports: McpPorts): Route[] {
  const path = `${root.prefix}/mcp`;
  const post: Route = {
    method: 'POST',
    path,
    budget: 'invoke',
    access: 'public',
    describe: describePost(root),
    handle: (context) => answerPost(root, ports, context),
  };
  return [post, endRoute(root, ports, path), ...(root.changes.length > 0 ? [streamRoute(root, ports, path)] : [])];
}

function streamRoute(root: McpRoot, ports: McpPorts, path: string): Route {
  return {
    method: 'GET',
    path,
    // Not a cacheable resource: it lasts until the client disconnects.
    budget: 'invoke',
    access: 'public',
    unlisted: true,
    describe: describeStream(root),
    handle(context) {
      negotiate(context.request, ['text/event-stream']);
      requireOrigin(context.request, ports.origins);
      return answerGet(root, ports, context);
    },
  };
}

function endRoute(root: McpRoot, ports: McpPorts, path: string): Route {
  return {
    method: 'DELETE',
    path,
    budget: 'read',
    access: 'public',
    unlisted: true,
    describe: describeEnd(root),
    async handle(context) {
      requireOrigin(context.request, ports.origins);
      const id = context.request.headers.get(mcpHeaders.session) ?? '';
      if (!knowsSession(root, ports, context, id)) {
        throw new Failure('NOT_FOUND', { message: 'Unknown session.' });
      }
      ports.sessions.end(id);
      await ports.watches.end(id);
      return createReply(null, { status: 204 });
    },
  };
}
