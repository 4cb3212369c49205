/** JSON Schema of the response to a dry run: what would happen. */
import type { JsonObject } from '@dragoman/model';
import { anySchema } from '../../../transport/schema-parts.js';

const impact: JsonObject = {
  type: 'string',
  description: 'The provider’s description of the effect.',
  enum: ['informational', 'reversible', 'irreversible', 'unknown'],
};

const stepSchema: JsonObject = {
  type: 'object',
  title: 'PreviewedStep',
  description: 'One call that a workflow would make.',
  required: ['step', 'agent', 'operation', 'version', 'impact', 'input'],
  properties: {
    step: { type: 'string', description: 'Name of the step; outer/inner for a workflow that is itself a step.' },
    agent: { type: 'string', description: 'Id of the agent.' },
    operation: { type: 'string', description: 'Name of the operation.' },
    version: { type: 'integer', minimum: 1, description: 'Version of the operation.' },
    impact,
    input: anySchema('The input as far as it is known; values from earlier steps are shown as expressions.'),
  },
};

/** The preview of a call. */
export const previewSchema: JsonObject = {
  type: 'object',
  title: 'CallPreview',
  description: 'What a call would do; the response to a dry run, unless the agent returns its own preview.',
  required: ['dry_run', 'agent', 'operation', 'version', 'target', 'method', 'impact', 'reversible', 'input'],
  properties: {
    dry_run: { type: 'boolean', description: 'Always true.' },
    agent: { type: 'string', description: 'Id of the agent.' },
    operation: { type: 'string', description: 'Name of the operation.' },
    version: { type: 'integer', minimum: 1, description: 'Version of the operation.' },
    target: { type: 'string', description: 'URL that would be called.' },
    method: { type: 'string', description: 'HTTP method of that call.' },
    impact,
    reversible: { type: 'boolean', description: 'True when the effect can be undone, or there is none.' },
    confirmation_required: {
      type: 'boolean',
      description: 'True when the call requires the token below, or an approval.',
    },
    approval: {
      type: 'string',
      enum: ['person'],
      description:
        'person: a person must approve the call; there is no token. Send the call; it waits for the decision.',
    },
    confirmation: {
      type: 'object',
      description: 'To be sent as X-Confirm; valid for exactly this call.',
      required: ['token', 'expires_at'],
      properties: {
        token: { type: 'string', description: 'The token.' },
        expires_at: { type: 'string', format: 'date-time', description: 'Expiry of the token.' },
      },
    },
    input: anySchema('The validated input.'),
    request: {
      type: 'object',
      description:
        'The request that would be sent to the agent, with *** for credentials; absent for a workflow, and where the address is not shown. Of a batch, the first one.',
      required: ['method', 'url', 'headers'],
      properties: {
        method: { type: 'string', description: 'HTTP method.' },
        url: { type: 'string', description: 'URL with its query.' },
        headers: {
          type: 'object',
          description: 'Headers by lower-case name.',
          additionalProperties: { type: 'string', description: 'Value of a header.' },
        },
        body: anySchema('JSON body, or the text of another one.'),
        body_bytes: { type: 'integer', minimum: 0, description: 'Size of a body that is not text.' },
      },
    },
    steps: { type: 'array', description: 'The calls of a workflow, in order.', items: stepSchema },
  },
};
