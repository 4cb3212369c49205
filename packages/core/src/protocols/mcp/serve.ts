/** `GET /agents/{id}/mcp/tools`: the operations of an agent as MCP tools, for clients that want the list without a session. */
import type { JsonObject } from '@dragoman/model';
import type { BrowsePorts } from '../../catalogue/browse.js';
import { readEntry } from '../../catalogue/browse.js';
import { agentParameter } from '../../transport/describe.js';
import { jsonReply } from '../../transport/http-reply.js';
import { negotiate } from '../../transport/negotiate.js';
import type { Route, RouteDescription } from '../../transport/route.js';
import { writeMcpTools } from './write.js';

/** The route; what it gives is what a converter gives for the same agent. */
export function createToolListRoute(ports: BrowsePorts): Route {
  return {
    method: 'GET',
    path: '/agents/{id}/mcp/tools',
    budget: 'read',
    access: 'public',
    describe,
    async handle({ request, params, caller }) {
      negotiate(request, ['application/json']);
      const { entry } = await readEntry(ports, params.id ?? '', caller);
      const { tools } = writeMcpTools(entry);
      return jsonReply({ tools }, { headers: { Vary: 'Authorization' } });
    },
  };
}

const toolSchema: JsonObject = {
  type: 'object',
  description: 'A tool as MCP describes it.',
  required: ['name', 'description', 'inputSchema'],
  properties: {
    name: { type: 'string', maxLength: 64, description: 'Name of the tool, once in the list.' },
    description: { type: 'string', description: 'What it does, in the words of its provider.' },
    inputSchema: { type: 'object', description: 'JSON Schema of its input.', additionalProperties: true },
    annotations: { type: 'object', description: 'Hints on impact and repetition.', additionalProperties: true },
  },
  additionalProperties: true,
};

const describe: RouteDescription = {
  operationId: 'agent_mcp_tools_list',
  tag: 'tools',
  summary: 'List the operations of one agent as MCP tools.',
  description:
    'Gives what tools/list of MCP would give, in the order of the agent’s own list: names of at most 64 characters, descriptions with hints, input schemas, annotations. ' +
    'Texts that read like orders to a model are withheld. Use this to hand tools to an MCP client or a model interface. ' +
    'Do not use it to call them: use agents_invoke_operation instead. No side effects.',
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
              tools: { type: 'array', description: 'The tools, as the agent lists them.', items: toolSchema },
            },
            additionalProperties: false,
          },
        },
      },
    },
  },
  failures: [404, 406],
  agent: {
    read_only: true,

    untrusted: ['/tools/*'],
    next: ['agents_invoke_operation'],
  },
};
