/** OpenAPI descriptions of the data class and negotiation routes. */
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
const classParameter = pathParameter('class', 'Name of a class in its data manifest.', {
  example: 'depot-location',
});
const negotiationParameter = pathParameter('negotiation', 'Id of a pending proposal.', {
  schema: { type: 'string', format: 'uuid' },
  example: '0190b8a4-1f2e-7c3d-9a4b-5c6d7e8f9a0b',
});

const sourceSchemas: JsonObject[] = [
  {
    type: 'object',
    description: 'A reading operation of the agent, called as the caller.',
    required: ['kind', 'operation'],
    properties: {
      kind: { type: 'string', const: 'operation' },
      operation: { type: 'string', description: 'Its name.' },
      input: { type: 'object', description: 'Fixed inputs.', additionalProperties: true },
      rows: { type: 'string', description: 'JSON pointer to the rows.' },
    },
    additionalProperties: false,
  },
  {
    type: 'object',
    description: 'Rows stored in the registry.',
    required: ['kind', 'rows'],
    properties: {
      kind: { type: 'string', const: 'rows' },
      rows: {
        type: 'array',
        maxItems: 1000,
        description: 'The rows.',
        items: { type: 'object', additionalProperties: true },
      },
    },
    additionalProperties: false,
  },
  {
    type: 'object',
    description: 'A view or file of the operator; administrators only.',
    required: ['kind', 'source'],
    properties: {
      kind: { type: 'string', const: 'source' },
      source: { type: 'string', description: 'Its name.' },
      view: { type: 'string', description: 'Its view.' },
    },
    additionalProperties: false,
  },
];

const bindingSchema: JsonObject = {
  type: 'object',
  title: 'ClassBinding',
  required: ['fields', 'source'],
  properties: {
    fields: {
      type: 'object',
      description: 'JSON Schemas by name; no others are shown.',
      additionalProperties: { type: ['object', 'boolean'], additionalProperties: true },
    },
    filters: {
      type: 'array',
      description: 'Fields to filter by.',
      maxItems: classLimits.fields,
      items: { type: 'string' },
    },
    limit: { type: 'integer', minimum: 1, maximum: 1000, description: 'Maximum rows per response.' },
    approval: {
      type: 'string',
      enum: ['automatic', 'person'],
      description: 'Who reviews proposals.',
    },
    grants: {
      type: 'array',
      description: 'Who may get endpoints: caller:<subject> or scope:<scope>.',
      maxItems: classLimits.grants,
      items: { type: 'string' },
    },
    source: { description: 'Source of the rows.', anyOf: sourceSchemas },
  },
  additionalProperties: false,
};

/** What a dry run adds to the response. */
const foreseen: JsonObject = {
  would_change: { type: 'boolean', description: 'Dry run only: whether anything would change.' },
  reversible: { type: 'boolean', description: 'Dry run only: whether the change could be undone.' },
  changes: {
    type: 'array',
    maxItems: 1,
    description: 'Dry run only: what would change.',
    items: { type: 'string' },
  },
};

const boundSchema: JsonObject = {
  type: 'object',
  title: 'BoundClass',
  description: 'A class and its binding.',
  required: ['class'],
  properties: {
    dry_run: { type: 'boolean', description: 'Dry run only: nothing was changed.' },
    ...foreseen,
    class: { type: 'string', description: 'Name of the class.' },
    bound: { type: 'boolean', description: 'Whether the class is bound.' },
    version: { type: 'integer', description: 'Version of the binding.' },
    binding: {
      type: 'object',
      description: 'The binding; stored rows are only counted.',
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
  summary: 'List the data classes of one of your agents with their bindings.',
  description:
    'Lists every class of the data manifest with its binding. Use this to see what can be negotiated. ' +
    'Do not use it for pending proposals: use agent_negotiations_list instead. No side effects.',
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
  summary: 'Set the data source of a data class of one of your agents.',
  description:
    'Use this to open a class of the data manifest for negotiation. Do not use it to publish an ' +
    'endpoint: register the document for that. Side effects: replaces the binding, keeps its version.',
  parameters: [idParameter, classParameter, dryRunHeader],
  requestBody: {
    description: 'The binding.',
    required: true,
    content: {
      'application/json': {
        schema: bindingSchema,
        examples: { rows: { summary: 'Stored rows', value: bindingExample } },
      },
    },
  },
  responses: {
    '200': { description: 'The class with its binding.', content: { 'application/json': { schema: boundSchema } } },
  },
  failures: [400, 403, 404, 406, 413, 415, 422, 503],
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
  summary: 'Remove the data source of a data class of one of your agents.',
  description:
    'Endpoints that were negotiated for the class respond with 503 afterwards. Use this to close a ' +
    'class. Do not use it to change it: use agent_data_class_bind instead. Side effects: deletes the ' +
    'binding.',
  parameters: [idParameter, classParameter, dryRunHeader],
  responses: {
    '200': dryRunAnswer(boundSchema),
    '204': { description: 'The binding was deleted.' },
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
  summary: 'List pending proposals.',
  description:
    'Lists proposed endpoints of classes whose binding says approval: person, oldest first. Use this ' +
    'before agent_negotiation_decide. Do not use it for endpoints that are already open: they belong ' +
    'to the sessions of their callers. No side effects.',
  parameters: [idParameter],
  responses: {
    '200': {
      description: 'The proposals.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'Pending proposals.',
            required: ['negotiations'],
            properties: {
              negotiations: {
                type: 'array',
                description: 'Oldest first, at most 200.',
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
  summary: 'Accept or reject a pending proposal.',
  description:
    'The caller gets the decision when it polls with its Negotiation-ID. Use this for proposals of ' +
    'agent_negotiations_list. Do not use it to close a whole class: use agent_data_class_unbind ' +
    'instead. Side effects: opens an endpoint for a session, or permanently if the proposal says ' +
    'persistent.',
  parameters: [idParameter, negotiationParameter, dryRunHeader],
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
            decision: { type: 'string', enum: ['accept', 'reject'], description: 'Your decision.' },
            reason: { type: 'string', maxLength: 500, description: 'Reason for the caller.' },
          },
          additionalProperties: false,
        },
        examples: { accept: { summary: 'Open it', value: { decision: 'accept' } } },
      },
    },
  },
  responses: {
    '200': {
      description: 'The decided proposal.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'The outcome.',
            required: ['negotiation_id', 'state'],
            properties: {
              dry_run: { type: 'boolean', description: 'Dry run only: nothing was changed.' },
              ...foreseen,
              negotiation_id: { type: 'string', description: 'Id of the proposal.' },
              state: { type: 'string', enum: ['opened', 'rejected'], description: 'Outcome of the proposal.' },
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
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
  },
};
