/** Parts of what the source routes give: findings, credentials without their secrets, and looks with what changed. */
import { pageSchema, timeSchema as time, wholeSchema as whole } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** Something odd about a description. */
export const findingSchema: JsonObject = {
  type: 'object',
  description: 'Something odd about the description.',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', description: 'Stable word for it.' },
    message: { type: 'string', description: 'In a sentence.' },
  },
  additionalProperties: false,
};

/** Changes that were found and not taken over. */
export const heldSchema: JsonObject = {
  type: 'object',
  description: 'Changes of tools that were found and not taken over; they wait for sources_held_decide.',
  required: ['mark', 'since', 'refused', 'changes'],
  properties: {
    mark: { type: 'string', description: 'Stands for the very description; send it with the decision.' },
    since: time('When it was first found.'),
    refused: { type: 'boolean', description: 'True when somebody would not have it; nothing more is asked then.' },
    changes: { type: 'array', description: 'Each change and what it means to callers.', items: findingSchema },
  },
  additionalProperties: false,
};

/** The credential of a source, without its secret. */
export const credentialSchema: JsonObject = {
  type: 'object',
  description: 'The credential shown to the vendor, without its secret.',
  required: ['kind', 'name', 'created_at', 'updated_at'],
  properties: {
    kind: { type: 'string', enum: ['api_key', 'bearer', 'oauth2_client', 'mtls'], description: 'How it is used.' },
    name: { type: 'string', description: 'Name for people.' },
    created_at: time('When one was first stored.'),
    updated_at: time('When the secret was last replaced.'),
    last_used_at: time('When it was last shown, to the minute.'),
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
      description: 'What happened to it.',
    },
    operation: { type: 'string', description: 'Its name.' },
    version: whole('Its version afterwards.'),
    effect: {
      type: 'string',
      enum: ['compatible', 'description', 'widened', 'meaning', 'breaking'],
      description: 'What it means to callers.',
    },
    changes: {
      type: 'array',
      description: 'Each difference.',
      items: { type: 'object', description: 'A difference.', additionalProperties: true },
    },
  },
  additionalProperties: false,
};

const lookProperties: JsonObject = {
  number: whole('Number of the look; grows.'),
  at: time('When.'),
  outcome: { type: 'string', description: 'changed, unchanged, or the code of a failure.' },
  latency_ms: whole('Milliseconds that it took.'),
  agents: {
    type: 'array',
    description: 'Agents that came or changed.',
    items: {
      type: 'object',
      description: 'An agent.',
      properties: {
        agent_id: { type: 'string', description: 'Id of the agent.' },
        outcome: { type: 'string', enum: ['created', 'updated'], description: 'What happened to it.' },
        operations: { type: 'array', description: 'Operations that came, went or changed.', items: operationSchema },
        more: whole('Operations beyond those told.'),
      },
      additionalProperties: false,
    },
  },
  findings: { type: 'array', description: 'What was odd.', items: findingSchema },
  violations: { type: 'array', description: 'Published versions that are not what they were.', items: findingSchema },
  error: { type: 'string', description: 'Sentence on the failure.' },
};

/** Members of a look. */
export const lookMembers: readonly string[] = Object.keys(lookProperties);

/** A page of looks. */
export const looksSchema: JsonObject = pageSchema({
  member: 'changes',
  description: 'A page of looks, newest first.',
  itemsDescription: 'Looks that found something new.',
  items: {
    type: 'object',
    description: 'A look, or the members asked for.',
    properties: lookProperties,
    additionalProperties: false,
  },
});
