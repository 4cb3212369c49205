/** How the routes of data classes and negotiations are described. */
import type { JsonObject } from '@dragoman/model';
import {
  agentParameter,
  dryRunAnswer,
  dryRunHeader,
  dryRunMetadata,
  pathParameter,
} from '../../../transport/describe.js';
import type { RouteDescription } from '../../../transport/route.js';
import { classLimits } from './class-binding.js';

const tag = 'agis';
const idParameter = agentParameter('tarn-freight');
const classParameter = pathParameter('class', 'Name of a class in the data manifest of the agent.', {
  example: 'depot-location',
});
const negotiationParameter = pathParameter('negotiation', 'Id of a proposal that waits.', {
  schema: { type: 'string', format: 'uuid' },
  example: '0190b8a4-1f2e-7c3d-9a4b-5c6d7e8f9a0b',
});

const sourceSchemas: JsonObject[] = [
  {
    type: 'object',
    description: 'An operation of the agent that only reads, called with the rights of the caller.',
    required: ['kind', 'operation'],
    properties: {
      kind: { type: 'string', const: 'operation', description: 'An operation.' },
      operation: { type: 'string', description: 'Its name.' },
      input: { type: 'object', description: 'Fixed inputs.', additionalProperties: { description: 'Any value.' } },
      rows: { type: 'string', description: 'JSON pointer to the rows in the output.' },
    },
    additionalProperties: false,
  },
  {
    type: 'object',
    description: 'Rows that are kept here.',
    required: ['kind', 'rows'],
    properties: {
      kind: { type: 'string', const: 'rows', description: 'Rows.' },
      rows: {
        type: 'array',
        maxItems: 1000,
        description: 'The rows.',
        items: { type: 'object', description: 'A row.', additionalProperties: { description: 'Any value.' } },
      },
    },
    additionalProperties: false,
  },
  {
    type: 'object',
    description: 'A view or file that the operator has configured; for administrators.',
    required: ['kind', 'source'],
    properties: {
      kind: { type: 'string', const: 'source', description: 'A configured source.' },
      source: { type: 'string', description: 'Its name.' },
      view: { type: 'string', description: 'Name of a view.' },
    },
    additionalProperties: false,
  },
];

const bindingSchema: JsonObject = {
  type: 'object',
  title: 'ClassBinding',
  description: 'What stands behind a data class.',
  required: ['fields', 'source'],
  properties: {
    fields: {
      type: 'object',
      description: 'Field → JSON Schema of its value; endpoints show no other.',
      additionalProperties: {
        type: ['object', 'boolean'],
        description: 'A JSON Schema.',
        additionalProperties: { description: 'Any keyword.' },
      },
    },
    filters: {
      type: 'array',
      description: 'Fields by which rows may be chosen.',
      maxItems: classLimits.fields,
      items: { type: 'string' },
    },
    limit: { type: 'integer', minimum: 1, maximum: 1000, description: 'Most rows of one answer.' },
    approval: {
      type: 'string',
      enum: ['automatic', 'person'],
      description: 'Whether you look at each proposal first.',
    },
    grants: {
      type: 'array',
      description: 'Who may have endpoints of it: caller:<subject> or scope:<scope>.',
      maxItems: classLimits.grants,
      items: { type: 'string' },
    },
    source: { description: 'Where rows come from.', anyOf: sourceSchemas },
  },
  additionalProperties: false,
};

const boundSchema: JsonObject = {
  type: 'object',
  title: 'BoundClass',
  description: 'A class and what stands behind it.',
  required: ['class'],
  properties: {
    dry_run: { type: 'boolean', description: 'Dry run only: nothing was changed.' },
    would_change: { type: 'boolean', description: 'Dry run only: whether anything would change.' },
    class: { type: 'string', description: 'Name of the class.' },
    bound: { type: 'boolean', description: 'Whether anything stands behind it.' },
    version: { type: 'integer', description: 'Version of the binding.' },
    binding: {
      type: 'object',
      description: 'The binding; rows that it keeps are counted only.',
      additionalProperties: true,
    },
  },
  additionalProperties: false,
};

const bindingExample: JsonObject = {
  fields: { depot: { type: 'string' }, town: { type: 'string' } },
  filters: ['town'],
  limit: 50,
  source: { kind: 'rows', rows: [{ depot: 'North', town: 'Leeds' }] },
};

/** `GET /agents/{id}/data-classes` */
export const describeBindingsList: RouteDescription = {
  operationId: 'agent_data_classes_list',
  tag,
  summary: 'List the data classes of an agent of yours and what stands behind each.',
  description:
    'Gives every class of the data manifest with its binding. Use this to see what can be negotiated. Do not use it for proposals that wait: use agent_negotiations_list instead. No side effects.',
  parameters: [idParameter],
  responses: {
    '200': {
      description: 'The classes.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'The classes.',
            required: ['classes'],
            properties: {
              classes: { type: 'array', description: 'Classes in the order of the manifest.', items: boundSchema },
            },
            additionalProperties: false,
          },
        },
      },
    },
  },
  failures: [403, 404, 406],
  agent: { read_only: true, next: ['agent_data_class_bind'] },
};

/** `PUT /agents/{id}/data-classes/{class}` */
export const describeBindingPut: RouteDescription = {
  operationId: 'agent_data_class_bind',
  tag,
  summary: 'Say what stands behind a data class of an agent of yours.',
  description:
    'Binds a class of the data manifest to an operation of the agent, to rows kept here, or (administrators only) to a view or file that the operator configured. Endpoints negotiated for the class show its fields and no other. ' +
    'Use this to open a class for negotiation. Do not use it to publish an endpoint: register the document for that. Side effects: replaces the binding; the one before stays as a version.',
  parameters: [idParameter, classParameter, dryRunHeader],
  requestBody: {
    description: 'The binding.',
    required: true,
    content: {
      'application/json': {
        schema: bindingSchema,
        examples: { rows: { summary: 'Rows kept here', value: bindingExample } },
      },
    },
  },
  responses: {
    '200': { description: 'The class as bound.', content: { 'application/json': { schema: boundSchema } } },
  },
  failures: [400, 403, 404, 406, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['replaces the binding of a data class'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'agent_data_class_unbind',
  },
};

/** `DELETE /agents/{id}/data-classes/{class}` */
export const describeBindingDelete: RouteDescription = {
  operationId: 'agent_data_class_unbind',
  tag,
  summary: 'Take away what stands behind a data class of an agent of yours.',
  description:
    'Endpoints that were negotiated for the class answer 503 from then on. Use this to close a class. Do not use it to change it: use agent_data_class_bind instead. Side effects: deletes the binding.',
  parameters: [idParameter, classParameter, dryRunHeader],
  responses: {
    '200': dryRunAnswer(boundSchema),
    '204': { description: 'It is gone.' },
  },
  failures: [403, 404, 406],
  agent: {
    read_only: false,
    side_effects: ['deletes the binding of a data class'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    undo: 'agent_data_class_bind',
  },
};

/** `GET /agents/{id}/negotiations` */
export const describeNegotiationsList: RouteDescription = {
  operationId: 'agent_negotiations_list',
  tag,
  summary: 'List proposals that wait for your decision.',
  description:
    'Proposed endpoints of classes whose binding says approval: person, oldest first. Use this before agent_negotiation_decide. Do not use it for endpoints that were opened already: they stand in the sessions of their callers. No side effects.',
  parameters: [idParameter],
  responses: {
    '200': {
      description: 'The proposals.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'Proposals that wait.',
            required: ['negotiations'],
            properties: {
              negotiations: {
                type: 'array',
                description: 'Oldest first, at most 200 of them.',
                maxItems: 200,
                items: { type: 'object', description: 'A proposal.', additionalProperties: true },
              },
            },
            additionalProperties: false,
          },
        },
      },
    },
  },
  failures: [403, 404, 406],
  agent: {
    read_only: true,
    next: ['agent_negotiation_decide'],
    untrusted: ['/negotiations/*/proposal'],
  },
};

/** `POST /agents/{id}/negotiations/{negotiation}` */
export const describeNegotiationDecide: RouteDescription = {
  operationId: 'agent_negotiation_decide',
  tag,
  summary: 'Accept or reject a proposal that waits.',
  description:
    'The caller learns of it when it asks again with its Negotiation-ID. Use this for proposals of agent_negotiations_list. Do not use it to close a whole class: use agent_data_class_unbind instead. Side effects: opens an endpoint for a session, or for good when the proposal says persistent.',
  parameters: [idParameter, negotiationParameter],
  requestBody: {
    description: 'The decision.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          description: 'A decision.',
          required: ['decision'],
          properties: {
            decision: { type: 'string', enum: ['accept', 'reject'], description: 'What becomes of it.' },
            reason: { type: 'string', maxLength: 500, description: 'Why, for the caller.' },
          },
          additionalProperties: false,
        },
        examples: { accept: { summary: 'Open it', value: { decision: 'accept' } } },
      },
    },
  },
  responses: {
    '200': {
      description: 'What became of it.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'The outcome.',
            required: ['negotiation_id', 'state'],
            properties: {
              negotiation_id: { type: 'string', description: 'Id of the proposal.' },
              state: { type: 'string', enum: ['opened', 'rejected'], description: 'What became of it.' },
            },
            additionalProperties: false,
          },
        },
      },
    },
  },
  failures: [400, 403, 404, 406],
  agent: {
    read_only: false,
    side_effects: ['opens or rejects an endpoint'],
    risk: { irreversible: false, requires_confirmation: false },
  },
};
