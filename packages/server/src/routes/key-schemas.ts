/** Schemas and the example of the routes for keys. */
import { pageSchema, timeSchema as time } from '@dragoman/core/http';
import { rehearsalSchema } from './dry-run.js';

const keyProperties = {
  id: { type: 'string', description: 'Public part of the key, and its handle.' },
  name: { type: 'string', description: 'Name for people.' },
  subject: { type: 'string', description: 'Identity that the key speaks for; owner of what it registers.' },
  scopes: { type: 'array', description: 'What the key may do.', items: { type: 'string' } },
  usable: { type: 'boolean', description: 'True while the key is neither revoked nor expired.' },
  created_at: time('When it was made.'),
  expires_at: time('When it ends by itself; absent when never.'),
  revoked_at: time('When it was revoked.'),
  last_used_at: time('When it was last used, to the minute.'),
  replaced_by: { type: 'string', description: 'Id of the key that replaced it.' },
};

const keyRequired = ['id', 'name', 'subject', 'scopes', 'usable', 'created_at'];

/** A key without its secret. */
const keySchema = {
  type: 'object',
  required: keyRequired,
  properties: keyProperties,
  additionalProperties: false,
};

/** Members of a key. */
export const keyMembers: readonly string[] = Object.keys(keyProperties);

/** A revoked key, or what revoking it would do. */
export const revokedSchema = {
  description: 'The key, or with dry run what would happen.',
  anyOf: [keySchema, rehearsalSchema],
};

/** A key, or the members selected with `fields`. */
const keyAnswer = {
  description: 'A key, or with fields the members asked for.',
  anyOf: [keySchema, { ...keySchema, required: [] }],
};

/** A list of keys. */
export const keyListSchema = pageSchema({
  member: 'keys',
  items: keyAnswer,
  itemsDescription: 'The keys, newest first.',
  count: 'All keys, not only those on this page.',
});

/** A new key, shown once; a repeat of the request gets the rest. */
export const issuedKeySchema = {
  type: 'object',
  required: keyRequired,
  properties: {
    key: { type: 'string', description: 'The whole key; shown this once only, and not to a repeat of the request.' },
    ...keyProperties,
  },
  additionalProperties: false,
};

/** What a key is asked for with. */
export const keyRequestSchema = {
  type: 'object',
  required: ['name', 'scopes'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'Name for people.' },
    subject: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Identity that the key speaks for; one of its own when absent.',
    },
    scopes: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      description:
        'What the key may do: registry:read, registry:write, agents:invoke, admin, or scopes that grants name.',
      items: { type: 'string', minLength: 1, maxLength: 128 },
    },
    expires_at: time('When it ends by itself; in the future.'),
  },
  additionalProperties: false,
};

/** How a key is rotated. */
export const rotationSchema = {
  type: 'object',
  properties: {
    overlap_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 2_592_000,
      default: 3600,
      description: 'How long the old key works on.',
    },
  },
  additionalProperties: false,
};

/** A key as it is listed. */
export const keyExample = {
  id: '3f9a1c0b7d2e4f56',
  name: 'build job',
  subject: 'key:3f9a1c0b7d2e4f56',
  scopes: ['registry:write'],
  usable: true,
  created_at: '2026-03-01T09:30:00.000Z',
};
