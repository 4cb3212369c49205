/** The three tools of the catalogue root, as clients see them. */
import type { JsonObject } from '@dragoman/model';

const agent = { type: 'string', description: 'Id of the agent, from search_tools.' };
const tool = { type: 'string', description: 'Name of the tool, from search_tools.' };

/** The tools. */
export const metaTools: readonly JsonObject[] = [
  {
    name: 'search_tools',
    title: 'Find tools',
    description:
      'Finds tools of all providers by what they do. Use it first, with the task in a few words. It ' +
      'returns one sentence each with the required inputs; read a tool with describe_tool before you ' +
      'call it with call_tool.',
    inputSchema: {
      type: 'object',
      required: ['query'],
      properties: {
        query: { type: 'string', description: 'The task, in a few words.', maxLength: 1000 },
        limit: { type: 'integer', description: 'Maximum number of tools.', minimum: 1, maximum: 50, default: 10 },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      required: ['tools'],
      properties: {
        tools: {
          type: 'array',
          items: {
            type: 'object',
            required: ['agent', 'tool', 'summary', 'required_inputs', 'score', 'tokens'],
            properties: {
              agent: { type: 'string' },
              agent_name: { type: 'string' },
              tool: { type: 'string' },
              title: { type: 'string' },
              summary: { type: 'string', description: 'One sentence.' },
              required_inputs: { type: 'array', items: { type: 'string' } },
              score: { type: 'number', description: 'How likely it is the right tool, 0 to 1.' },
              tokens: { type: 'integer', description: 'Estimated tokens of its definition in describe_tool.' },
              held_texts: {
                type: 'integer',
                description: 'Number of its texts that are held, because they look like instructions to a model.',
              },
              impact: { type: 'string' },
              deprecated: { type: 'boolean' },
            },
          },
        },
      },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'describe_tool',
    title: 'Read a tool',
    description:
      'Returns the description and the input schema of one tool, which are needed to call it with call_tool, its ' +
      'output in outline, and what the provider says about the use of the service.',
    inputSchema: {
      type: 'object',
      required: ['agent', 'tool'],
      properties: {
        agent,
        tool,
        outputs: {
          type: 'string',
          enum: ['outline', 'whole'],
          default: 'outline',
          description: 'whole: the complete output schema, which can be long.',
        },
        output_part: {
          type: 'string',
          description: 'Only this part of the output, by names of members: data.owner.',
          maxLength: 1000,
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'call_tool',
    title: 'Call a tool',
    description:
      'Calls one tool with arguments that match its input schema. A tool whose effect cannot be undone may require a ' +
      'confirmation: the refusal then says what would happen, and how to confirm it after the user has agreed.',
    inputSchema: {
      type: 'object',
      required: ['agent', 'tool'],
      properties: {
        agent,
        tool,
        arguments: { type: 'object', description: 'Input of the tool.', additionalProperties: true },
        dry_run: { type: 'boolean', description: 'Return a preview without executing the call.' },
        confirmation: {
          type: 'string',
          description: 'Token of a preview that the user has agreed to.',
          maxLength: 1000,
        },
        idempotency_key: {
          type: 'string',
          description: 'Idempotency key: a repeated call with the same key is executed once.',
          maxLength: 255,
        },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    execution: { taskSupport: 'optional' },
  },
];
