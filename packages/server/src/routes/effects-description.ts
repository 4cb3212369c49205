/** How the effects of operations are described in the server's own API description. */
import type { Route } from '@dragoman/core/http';
import {
  agentParameter,
  closedSchema,
  dryRunMetadata,
  dryRunParameters,
  etagHeader,
  fieldsParameter,
  ifMatchParameter,
  pathParameter,
  textSchema,
} from '@dragoman/core/http';
import type { Impact, JsonObject } from '@dragoman/model';
import { dryRunSchema } from './entry-choice.js';

/** All impacts. */
export const impacts = ['informational', 'reversible', 'irreversible'] as const satisfies readonly Impact[];

const facts: JsonObject = {
  impact: textSchema('Side effects of a call.', { enum: [...impacts] }),
  idempotent: { type: 'boolean', description: 'Whether a call may safely be sent twice.' },
  confirm: { type: 'boolean', description: 'Whether a call requires a confirmation, whatever its impact.' },
};

const properties: JsonObject = {
  id: textSchema('Id of the service.'),
  operation: textSchema('Name of the operation.'),
  ...facts,
  impact_reason: textSchema('Why it has this impact, or none.'),
  chosen: closedSchema('What people set; empty when nothing is set.', facts),
  described: closedSchema('What the description declares, or what was derived from it.', facts),
};

/** Members of the response, for field selection. */
export const effectMembers: readonly string[] = Object.keys(properties);

const effectsSchema: JsonObject = {
  ...closedSchema('The effects of one operation.', properties),
  title: 'OperationEffects',
};

const parameters = [
  agentParameter(),
  pathParameter('operation', 'Name of the operation, in any spelling, or its id; as one percent-encoded segment.', {
    example: 'invoke',
  }),
];

/** The description of the read. */
export const describeRead: Route['describe'] = {
  operationId: 'agent_operation_effects_read',
  tag: 'registration',
  summary: 'Read the effects of one operation: impact, idempotency and confirmation.',
  description:
    'Shows what counts now, why, what people set and what the description says. Use this before you set effects. ' +
    'Do not use it for the inputs of an operation: use agent_operation_read instead. No side effects.',
  parameters: [...parameters, fieldsParameter('the answer')],
  responses: {
    '200': {
      description: 'The effects.',
      headers: etagHeader,
      content: { 'application/json': { schema: effectsSchema } },
    },
  },
  failures: [404],
  agent: { read_only: true, next: ['agent_operation_effects_choose'] },
};

/** The description of the choice. */
export const describeChoose: Route['describe'] = {
  operationId: 'agent_operation_effects_choose',
  tag: 'registration',
  summary: 'Set the impact, idempotency or confirmation of one operation of one of your services.',
  description:
    'Replaces the choice: a member that you do not send is that of the description again. The choice has precedence over the description and is kept when it is read again. ' +
    'Use this when a derived effect is wrong, such as a payment that is called reversible. Do not use it to require confirmations for one caller only: that is the setting gateway.confirm. ' +
    'Side effects: every protocol shows the new effects, and calls are confirmed and retried by them; the change is stored and audited.',
  parameters: [...parameters, ifMatchParameter, ...dryRunParameters],
  requestBody: {
    description: 'The choice.',
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          title: 'ChosenEffects',
          description: 'The choice; an empty object removes it.',
          properties: facts,
          additionalProperties: false,
        },
        examples: {
          payment: { summary: 'A call that cannot be undone', value: { impact: 'irreversible', idempotent: false } },
          none: { summary: 'Back to the description', value: {} },
        },
      },
    },
  },
  responses: {
    '200': {
      description: 'The effects after the change, or the result of a dry run.',
      headers: etagHeader,
      content: {
        'application/json': {
          schema: { oneOf: [effectsSchema, dryRunSchema('ForeseenEffects', 'operation_effects', effectsSchema)] },
        },
      },
    },
  },
  failures: [400, 403, 404, 412, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['updates one registry entry', 'calls of the operation are confirmed and retried by the new effects'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
    idempotent: true,
    undo: 'agent_operation_effects_choose',
  },
};
