/** OpenAPI descriptions of the MCP endpoint routes. */
import type { JsonObject } from '@dragoman/model';
import type { ParameterDescription, RouteDescription } from '../../../transport/route.js';
import { listParameters } from './list-request.js';
import type { McpRoot } from './root.js';

const header = (name: string, description: string): ParameterDescription => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', maxLength: 1000 },
});

const session = header('Mcp-Session-Id', 'Session id from the response to initialize, for the 2025 revisions.');

const messageSchema: JsonObject = {
  type: 'object',
  description: 'One JSON-RPC 2.0 message of the Model Context Protocol.',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0', description: 'JSON-RPC version.' },
    id: { type: ['string', 'integer'], description: 'Id of a request and of its response.' },
    method: { type: 'string', maxLength: 200, description: 'For example tools/list or tools/call.' },
    params: { type: 'object', description: 'Parameters of the method.', additionalProperties: true },
    result: { type: 'object', description: 'Result of a request.', additionalProperties: true },
    error: { type: 'object', description: 'Error of a request.', additionalProperties: true },
  },
  additionalProperties: false,
};

/** A model calls the tools that tools/list returns, never the address itself. */
const forMcpClients = { expose: false };

const listMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

/** The description of POST. */
export function describePost({ operationPrefix, whose, parameters }: McpRoot): RouteDescription {
  return {
    operationId: `${operationPrefix}_message`,
    tag: 'tools',
    summary: `Use the tools ${whose} over MCP.`,
    description: `The Streamable HTTP endpoint of the Model Context Protocol, revisions 2026-07-28, 2025-11-25, 2025-06-18 and 2025-03-26. Use it with an MCP client. Do not use it from plain programs: agents_invoke_operation is simpler. tools/call runs the tool through the gateway; the user of the client or the tool confirm_call confirms a call that requires it. _meta accepts dragoman/idempotency_key, dragoman/dry_run and dragoman/confirmation.`,
    parameters: [
      ...parameters,
      ...listParameters,
      header('MCP-Protocol-Version', 'Protocol revision, on every request except initialize.'),
      header('Mcp-Method', 'Method of the body, in revision 2026-07-28.'),
      header('Mcp-Name', 'Name of the tool in the body of tools/call, in revision 2026-07-28.'),
      session,
    ],
    requestBody: {
      description: 'One message.',
      required: true,
      content: {
        'application/json': {
          schema: messageSchema,
          examples: { list: { summary: 'List the tools', value: listMessage } },
        },
      },
    },
    responses: {
      '200': {
        description: 'The response, or a stream of progress that ends with it.',
        content: {
          'application/json': { schema: messageSchema },
          'text/event-stream': { schema: { type: 'string', description: 'One message per event.' } },
        },
      },
      '202': { description: 'The notification was accepted.' },
    },
    failures: [400, 403, 404, 413, 415],
    agent: {
      ...forMcpClients,
      read_only: false,
      side_effects: ['the effects of the tool that tools/call names; all other methods only read'],
      dry_run: { in: 'body', name: '_meta.dragoman/dry_run' },
      untrusted: ['/result'],
    },
  };
}

/** The description of GET. */
export function describeStream({ operationPrefix, whose, parameters }: McpRoot): RouteDescription {
  return {
    operationId: `${operationPrefix}_stream`,
    tag: 'tools',
    summary: `Follow changes of the MCP server with the tools ${whose}.`,
    description:
      'Opens the stream of server messages of the 2025 MCP revisions: changed lists, and changes of the resources that ' +
      'the session has subscribed to. Use it with an MCP client. Do ' +
      'not use it with revision 2026-07-28, which has subscriptions/listen. No side effects.',
    parameters: [...parameters, ...listParameters, session],
    responses: {
      '200': {
        description: 'The stream.',
        content: { 'text/event-stream': { schema: { type: 'string', description: 'One message per event.' } } },
      },
    },
    failures: [403, 404, 406],
    agent: { ...forMcpClients, read_only: true },
  };
}

/** The description of DELETE. */
export function describeEnd({ operationPrefix, parameters }: McpRoot): RouteDescription {
  return {
    operationId: `${operationPrefix}_end`,
    tag: 'tools',
    summary: 'End an MCP session.',
    description:
      'Ends a session of the 2025 MCP revisions, and cancels the requests that are running in it. Use ' +
      'it when a client closes. Do not use it with revision 2026-07-28, which has no sessions.',
    parameters: [...parameters, ...listParameters, { ...session, required: true }],
    responses: { '204': { description: 'The session has ended.' } },
    failures: [403, 404],
    agent: { ...forMcpClients, read_only: false, idempotent: false },
  };
}
