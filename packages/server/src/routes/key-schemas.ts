/** Schemas and the example of the API key routes. */
import { pageSchema, timeSchema as time } from '@dragoman/core/http';
import { dryRunResultSchema } from './dry-run.js';

const keyProperties = {
  id: { type: 'string', description: 'Public part of the key, used as its id.' },
  name: { type: 'string', description: 'Display name.' },
  subject: { type: 'string', description: 'Identity of the caller; owner of the entries registered with the key.' },
  scopes: { type: 'array', description: 'Scopes of the key.', items: { type: 'string' } },
  usable: { type: 'boolean', description: 'True while the key is neither revoked nor expired.' },
  created_at: time('When it was created.'),
  expires_at: time('When it expires; absent when it never expires.'),
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

/** Members of a key, for field selection. */
export const keyMembers: readonly string[] = Object.keys(keyProperties);

/** A revoked key, or the result of a dry run. */
export const revokedSchema = {
  description: 'The key, or the result of a dry run.',
  anyOf: [keySchema, dryRunResultSchema],
};

/** A key, or the members selected with `fields`. */
const keyAnswer = {
  description: 'A key, or the members selected with fields.',
  anyOf: [keySchema, { ...keySchema, required: [] }],
};

/** A list of keys. */
export const keyListSchema = pageSchema({
  member: 'keys',
  items: keyAnswer,
  itemsDescription: 'The keys, newest first.',
  count: 'Number of all keys, not only those on this page.',
});

/** A new key, shown once; a repeated request gets the other members only. */
export const issuedKeySchema = {
  type: 'object',
  required: keyRequired,
  properties: {
    key: {
      type: 'string',
      description: 'The complete key; shown only once, and not in the response to a repeated request.',
    },
    ...keyProperties,
  },
  additionalProperties: false,
};

/** Request schema of a new key. */
export const keyRequestSchema = {
  type: 'object',
  required: ['name', 'scopes'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'Display name.' },
    subject: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Identity of the caller; defaults to a new identity for the key.',
    },
    scopes: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      description: 'Scopes of the key: registry:read, registry:write, agents:invoke, admin, or scopes used in grants.',
      items: { type: 'string', minLength: 1, maxLength: 128 },
    },
    expires_at: time('When it expires; must be in the future.'),
  },
  additionalProperties: false,
};

/** Request schema of a rotation. */
export const rotationSchema = {
  type: 'object',
  properties: {
    overlap_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 2_592_000,
      default: 3600,
      description: 'Seconds for which the old key stays valid.',
    },
  },
  additionalProperties: false,
};

/** Example of a listed key. */
export const keyExample = {
  id: '3f9a1c0b7d2e4f56',
  name: 'build job',
  subject: 'key:3f9a1c0b7d2e4f56',
  scopes: ['registry:write'],
  usable: true,
  created_at: '2026-03-01T09:30:00.000Z',
};
