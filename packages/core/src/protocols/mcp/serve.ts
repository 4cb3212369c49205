/**
 * `GET /agents/{id}/mcp/tools`: the operations of an entry as MCP tools, for clients that need the list without a
 * session.
 */
import type { JsonObject } from '@dragoman/model';
import type { BrowsePorts } from '../../catalogue/browse.js';
import { readEntry } from '../../catalogue/browse.js';
import { agentParameter } from '../../transport/describe.js';
import { jsonReply } from '../../transport/http-reply.js';
import { negotiate } from '../../transport/negotiate.js';
import type { Route, RouteDescription } from '../../transport/route.js';
import type { WriteMcpTool } from './serving/operation-tools.js';
import { writeEachTool } from './serving/operation-tools.js';

/** Dependencies of the route. */
export interface ToolListPorts extends BrowsePorts {
  /** Writes tools without blocking the event loop for long; by default they are written one after the other. */
  writeMcpTool?: WriteMcpTool;
}

/** The route; its output equals that of the converter for the same entry, unless a description is held. */
export function createToolListRoute(ports: ToolListPorts): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/mcp/tools',
    budget: 'read',
    access: 'public',
    describe,
    async handle({ request, params, caller }) {
      negotiate(request, ['application/json']);
      const { entry } = await readEntry(ports, params.id ?? '', caller);
      const tools = await writeEachTool(entry, { write: ports.writeMcpTool, convert: ({ tool }) => tool });
      return jsonReply({ tools }, { headers: { Vary: 'Authorization' } });
    },
  };
}

const toolSchema: JsonObject = {
  type: 'object',
  description: 'An MCP tool.',
  required: ['name', 'description', 'inputSchema'],
  properties: {
    name: { type: 'string', maxLength: 64, description: 'Name of the tool, unique in the list.' },
    description: { type: 'string', description: 'What the tool does, as described by its provider.' },
    inputSchema: { type: 'object', description: 'JSON Schema of its input.', additionalProperties: true },
    annotations: { type: 'object', description: 'Hints on impact and idempotency.', additionalProperties: true },
  },
  additionalProperties: true,
};

const describe: RouteDescription = {
  operationId: 'agent_mcp_tools_list',
  tag: 'tools',
  summary: 'List the operations of one agent as MCP tools.',
  description:
    'Returns the same list as tools/list of MCP, in the order of the agent’s own list: names of at ' +
    'most 64 characters, descriptions with hints, input schemas, annotations. Texts that look like ' +
    'instructions to a model are held: agent_held_texts_list shows them. Use this to pass tools to an MCP client or a model API. Do ' +
    'not use it to call them: use agents_invoke_operation instead. No side effects.',
  parameters: [agentParameter()],
  responses: {
    '200': {
      description: 'The list.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'A list of tools.',
            required: ['tools'],
            properties: {
              tools: {
                type: 'array',
                description: 'The tools, in the order of the agent’s own list.',
                items: toolSchema,
              },
            },
            additionalProperties: false,
          },
        },
      },
    },
  },
  failures: [404, 406, 422],
  agent: {
    read_only: true,

    untrusted: ['/tools/*'],
    next: ['agents_invoke_operation'],
  },
};
