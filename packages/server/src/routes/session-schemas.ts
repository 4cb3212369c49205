/** Schemas and examples of the session routes. */
import { dryRunAnswer, pageSchema, timeSchema as time } from '@dragoman/core/http';
import { dryRunResultSchema } from './dry-run.js';

const callerSchema = {
  type: 'object',
  description: 'The caller.',
  required: ['kind', 'subject', 'scopes'],
  properties: {
    kind: {
      type: 'string',
      enum: ['anonymous', 'local', 'key', 'token', 'certificate'],
      description: 'How the caller was authenticated; local is the user of an open server on loopback.',
    },
    subject: { type: 'string', description: 'Identity of the caller.' },
    scopes: { type: 'array', description: 'Scopes of the caller.', items: { type: 'string' } },
  },
  additionalProperties: false,
};

const loginSchema = {
  type: 'object',
  description: 'Ways to log in.',
  required: ['key'],
  properties: {
    key: { type: 'boolean', description: 'True when session_create exchanges an API key for a session.' },
    oidc: {
      type: 'object',
      description: 'OpenID Connect; absent when no provider is configured.',
      required: ['issuer', 'url'],
      properties: {
        issuer: { type: 'string', description: 'The provider.' },
        url: { type: 'string', description: 'Path to open in the browser.' },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const sessionProperties = {
  access: {
    type: 'string',
    enum: ['open', 'session', 'credential', 'none'],
    description:
      'How the request got access. open: no credential is needed; session: by a login session; credential: by a key, token or certificate; none: anonymous.',
  },
  caller: callerSchema,
  csrf_token: { type: 'string', description: 'Value of the header X-CSRF-Token for writes of this session.' },
  expires_at: time('When the session ends at the latest.'),
  idle_expires_at: time('When the session ends unless it is used.'),
  login: loginSchema,
  version: { type: 'string', description: 'Version of the server.' },
};

/** Members of a session, for field selection. */
export const sessionMembers: readonly string[] = Object.keys(sessionProperties);

const whole = {
  type: 'object',
  required: ['access', 'caller', 'login', 'version'],
  properties: sessionProperties,
  additionalProperties: false,
};

/** Who calls, and how a browser can log in; or the members selected with fields. */
export const sessionSchema = {
  description: 'The session, or the members selected with fields.',
  anyOf: [whole, { ...whole, required: [] }],
};

/** An example of a session that belongs to a key. */
export const sessionExample = {
  access: 'credential',
  caller: { kind: 'key', subject: 'build-job', scopes: ['registry:read'] },
  login: { key: true },
  version: '0.1.0',
};

/** Login with a key. */
export const loginRequestSchema = {
  type: 'object',
  required: ['key'],
  properties: { key: { type: 'string', description: 'An API key.', minLength: 1, maxLength: 512 } },
  additionalProperties: false,
};

const listedSchema = {
  type: 'object',
  required: ['id', 'subject', 'method', 'created_at', 'last_used_at', 'expires_at', 'current'],
  properties: {
    id: { type: 'string', description: 'Id of the session.' },
    subject: { type: 'string', description: 'Who is logged in.' },
    method: { type: 'string', enum: ['key', 'oidc'], description: 'How the person logged in.' },
    key_id: { type: 'string', description: 'Key that the session was created with; the session ends with it.' },
    created_at: time('When it began.'),
    last_used_at: time('When it was last used, to the minute.'),
    expires_at: time('When it ends at the latest.'),
    user_agent: { type: 'string', description: 'The browser, as it described itself.' },
    current: { type: 'boolean', description: 'True for the session of this request.' },
  },
  additionalProperties: false,
};

/** Members of a listed session, for field selection. */
export const listedMembers: readonly string[] = Object.keys(listedSchema.properties);

/** A list of sessions. */
export const sessionListSchema = pageSchema({
  member: 'sessions',
  itemsDescription: 'The sessions, newest first.',
  items: {
    description: 'A session, or the members selected with fields.',
    anyOf: [listedSchema, { ...listedSchema, required: [] }],
  },
  count: 'Number of sessions.',
});

/** An example of a listed session. */
export const listedSessionExample = {
  id: '9f2c41d07be3a856',
  subject: 'ada',
  method: 'key',
  key_id: '0123456789abcdef',
  created_at: '2026-03-01T09:30:00.000Z',
  last_used_at: '2026-03-01T10:15:00.000Z',
  expires_at: '2026-03-01T21:30:00.000Z',
  user_agent: 'Mozilla/5.0',
  current: false,
};

/** The response to a dry run of the end of a session. */
export const sessionDryRun = dryRunAnswer(dryRunResultSchema, {
  one: {
    summary: 'A session',
    value: {
      dry_run: true,
      would_change: true,
      reversible: false,
      outcome: 'deleted',
      changes: ['Ends this session.'],
    },
  },
});
