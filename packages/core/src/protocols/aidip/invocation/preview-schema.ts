/** How the answer to a dry run is described: what would happen, told without doing it. */
import type { JsonObject } from '@dragoman/model';

const impact: JsonObject = {
  type: 'string',
  description: 'What the provider says of the effect.',
  enum: ['informational', 'reversible', 'irreversible', 'unknown'],
};

const stepSchema: JsonObject = {
  type: 'object',
  title: 'PreviewedStep',
  description: 'One call that a workflow would make.',
  required: ['step', 'agent', 'operation', 'version', 'impact', 'input'],
  properties: {
    step: { type: 'string', description: 'Name of the step; outer/inner inside a workflow that is itself a step.' },
    agent: { type: 'string', description: 'Id of the agent.' },
    operation: { type: 'string', description: 'Name of the operation.' },
    version: { type: 'integer', minimum: 1, description: 'Version of the operation.' },
    impact,
    input: {
      description: 'The input as far as it is known; what an earlier step will bring stands as its expression.',
    },
  },
};

/** The preview of a call. */
export const previewSchema: JsonObject = {
  type: 'object',
  title: 'CallPreview',
  description: 'What a call would do; the answer to a dry run, unless the agent tells it in its own words.',
  required: ['dry_run', 'agent', 'operation', 'version', 'target', 'method', 'impact', 'reversible', 'input'],
  properties: {
    dry_run: { type: 'boolean', description: 'Always true.' },
    agent: { type: 'string', description: 'Id of the agent.' },
    operation: { type: 'string', description: 'Name of the operation.' },
    version: { type: 'integer', minimum: 1, description: 'Version of the operation.' },
    target: { type: 'string', description: 'Address that would be called.' },
    method: { type: 'string', description: 'HTTP method of that call.' },
    impact,
    reversible: { type: 'boolean', description: 'True when the effect can be undone, or there is none.' },
    confirmation_required: { type: 'boolean', description: 'True when the call needs the token below.' },
    confirmation: {
      type: 'object',
      description: 'To be sent as X-Confirm; good for exactly this call.',
      required: ['token', 'expires_at'],
      properties: {
        token: { type: 'string', description: 'The token.' },
        expires_at: { type: 'string', format: 'date-time', description: 'Until when it is good.' },
      },
    },
    input: { description: 'The validated input.' },
    steps: { type: 'array', description: 'What a workflow would call, in order.', items: stepSchema },
  },
};
