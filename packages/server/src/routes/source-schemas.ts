/** Schemas shared by the source routes: findings, credentials without secrets, and check results. */
import { pageSchema, timeSchema as time, wholeSchema as whole } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** A finding about a description. */
export const findingSchema: JsonObject = {
  type: 'object',
  description: 'A finding about the description.',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', description: 'Stable code of the finding.' },
    message: { type: 'string', description: 'Human-readable message.' },
  },
  additionalProperties: false,
};

/** Changes that were found and not applied. */
export const heldSchema: JsonObject = {
  type: 'object',
  description: 'Tool changes that were found and not applied; they wait for sources_held_decide.',
  required: ['mark', 'since', 'refused', 'changes'],
  properties: {
    mark: { type: 'string', description: 'Identifies exactly this description; send it with the decision.' },
    since: time('When it was first found.'),
    refused: { type: 'boolean', description: 'True when the changes were refused.' },
    changes: { type: 'array', description: 'The changes and their effect on callers.', items: findingSchema },
  },
  additionalProperties: false,
};

/** The credential of a source, without its secret. */
export const credentialSchema: JsonObject = {
  type: 'object',
  description: 'The credential sent to the vendor, without its secret.',
  required: ['kind', 'name', 'created_at', 'updated_at'],
  properties: {
    kind: {
      type: 'string',
      enum: ['api_key', 'bearer', 'oauth2_client', 'jwt_bearer', 'enterprise', 'oauth2_login', 'mtls'],
      description: 'Kind of credential.',
    },
    name: { type: 'string', description: 'Display name.' },
    created_at: time('When a credential was first stored.'),
    updated_at: time('When the secret was last replaced.'),
    last_used_at: time('When it was last sent, to the minute.'),
  },
  additionalProperties: false,
};

const operationSchema: JsonObject = {
  type: 'object',
  description: 'An operation.',
  properties: {
    kind: {
      type: 'string',
      enum: ['operation_added', 'operation_removed', 'operation_changed'],
      description: 'Kind of change.',
    },
    operation: { type: 'string', description: 'Name of the operation.' },
    version: whole('Version after the change.'),
    effect: {
      type: 'string',
      enum: ['compatible', 'description', 'widened', 'meaning', 'breaking'],
      description: 'Effect on callers.',
    },
    changes: {
      type: 'array',
      description: 'The differences.',
      items: { type: 'object', description: 'A difference.', additionalProperties: true },
    },
  },
  additionalProperties: false,
};

const checkProperties: JsonObject = {
  number: whole('Number of the check; increases.'),
  at: time('When.'),
  outcome: { type: 'string', description: 'changed, unchanged, or a failure code.' },
  latency_ms: whole('Duration in milliseconds.'),
  agents: {
    type: 'array',
    description: 'Services that were created or updated.',
    items: {
      type: 'object',
      description: 'A service.',
      properties: {
        agent_id: { type: 'string', description: 'Id of the service.' },
        outcome: { type: 'string', enum: ['created', 'updated'], description: 'Outcome for the service.' },
        operations: {
          type: 'array',
          description: 'Operations that were added, removed or changed.',
          items: operationSchema,
        },
        more: whole('Number of further operations not listed.'),
      },
      additionalProperties: false,
    },
  },
  findings: { type: 'array', description: 'Anomalies found.', items: findingSchema },
  violations: { type: 'array', description: 'Published versions that were changed in place.', items: findingSchema },
  error: { type: 'string', description: 'Message of the failure.' },
};

/** Members of a check, for field selection. */
export const sourceCheckMembers: readonly string[] = Object.keys(checkProperties);

/** A page of checks. */
export const checksSchema: JsonObject = pageSchema({
  member: 'changes',
  description: 'A page of checks, newest first.',
  itemsDescription: 'Checks that found something new.',
  items: {
    type: 'object',
    description: 'A check, or the members selected with fields.',
    properties: checkProperties,
    additionalProperties: false,
  },
});
