/** How the read of one operation is described in the server's own API description. */
import { projectionTargets } from '@dragoman/core/engine';
import type { Route } from '@dragoman/core/http';
import {
  agentParameter,
  closedSchema,
  fieldsParameter,
  listSchema,
  operationSummaryProperties,
  pathParameter,
  textSchema,
  wholeSchema,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

const inputSchema = closedSchema('An input at the top level.', {
  name: textSchema('Name in the input of a call.'),
  types: listSchema('JSON types; empty when the schema does not say.', textSchema('A type.')),
  required: { type: 'boolean', description: 'True when a call must give it.' },
  description: textSchema('What it is, in the words of the provider.'),
  in: textSchema('Part of the request to the service that carries it.', {
    enum: ['path', 'query', 'querystring', 'header', 'cookie', 'body', 'argument', 'message'],
  }),
  wire_name: textSchema('Its name there; absent when it is the whole body.'),
});

const changeSchema = closedSchema('What is different from the operation.', {
  kind: textSchema('lost: callers cannot see or give it; changed: it has another form.', { enum: ['lost', 'changed'] }),
  input: textSchema('The input, when the change concerns one.'),
  code: textSchema('Code of the change.'),
  reason: textSchema('What happens, in one sentence.'),
});

const projectionSchema = closedSchema('The operation in one protocol.', {
  as: textSchema('The protocol or model API.', { enum: [...projectionTargets] }),
  tokens: wholeSchema('Estimated model tokens of the definition: a quarter of the characters of its JSON.'),
  changes: listSchema('Losses and changes of form; empty when nothing differs.', changeSchema),
  definition: {
    type: 'object',
    description: 'The exact definition; absent when the protocol cannot offer the operation.',
    additionalProperties: true,
  },
});

const wireSchema = closedSchema('How the gateway calls the service.', {
  protocol: textSchema('The protocol.'),
  method: textSchema('Method of the request.'),
  url: textSchema('URL, with {name} for path parameters.'),
  name: textSchema('Name of the tool, skill or workflow there.'),
});

const anySchema = (description: string): JsonObject => ({
  description,
  type: ['object', 'boolean'],
  additionalProperties: true,
});

const properties: JsonObject = {
  ...operationSummaryProperties,
  description: textSchema('Its whole description, in the words of the provider.'),
  impact_reason: textSchema('Why it has this impact, or none.'),
  inputs: listSchema('Inputs at the top level and where each goes on the wire.', inputSchema),
  wire: wireSchema,
  input_schema: anySchema('JSON Schema of the input.'),
  output_schema: anySchema('JSON Schema of the output.'),
  errors: listSchema('Declared errors.', { type: 'object', description: 'An error.', additionalProperties: true }),
  examples: listSchema('The first examples.', {
    type: 'object',
    description: 'An example.',
    additionalProperties: true,
  }),
  projections: listSchema('The operation in each protocol.', projectionSchema),
};

/** Members of the response, for field selection. */
export const operationReadMembers: readonly string[] = Object.keys(properties);

/** The description of the route. */
export const describeOperationRead: Route['describe'] = {
  operationId: 'agent_operation_read',
  tag: 'discovery',
  summary: 'Read one operation, and how each protocol shows it.',
  description:
    'Returns the schemas of one operation, where each input goes on the wire, why it has its impact, and its exact definition in each protocol with an estimate of its tokens and with what that protocol cannot represent. ' +
    'Use this to inspect an operation. Do not use it to find one: use catalogue_operations_list instead. No side effects.',
  parameters: [
    agentParameter(),
    pathParameter('operation', 'Name of the operation, in any spelling, or its id; as one percent-encoded segment.', {
      example: 'invoke',
    }),
    {
      name: 'as',
      in: 'query',
      description: `Only these projections: ${projectionTargets.join(', ')}; repeat the parameter or separate values with commas.`,
      schema: {
        type: 'array',
        maxItems: projectionTargets.length,
        items: { type: 'string', enum: [...projectionTargets] },
      },
    },
    fieldsParameter('the operation', 'operation,impact,impact_reason,inputs'),
  ],
  responses: {
    '200': {
      description: 'The operation.',
      content: { 'application/json': { schema: closedSchema('An operation.', properties) } },
    },
  },
  failures: [400, 404, 406, 422],
  agent: {
    read_only: true,
    next: ['agents_invoke'],
    untrusted: ['/summary', '/description', '/inputs', '/input_schema', '/output_schema', '/examples', '/projections'],
  },
};
