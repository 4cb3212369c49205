/** Descriptions of the routes of logins at authorization servers of services. */
import type { RouteDescription } from '@dragoman/core/http';
import { dryRunMetadata, dryRunParameters, textSchema as text, timeSchema as time } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { dryRunResponse, withDryRun } from './dry-run.js';

const object = (required: string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const target = {
  service: text('Id of the service; or set url.', { maxLength: 200 }),
  url: text('Address of a service that is not imported yet, as it will be imported; or set service.', {
    maxLength: 2048,
  }),
  for: text('Whose calls use the login: only yours (me), or those of everyone (owners only).', {
    enum: ['me', 'everyone'],
    default: 'me',
  }),
};

const content = (schema: JsonObject, summary: string, value: JsonObject) => ({
  'application/json': { schema, examples: { login: { summary, value } } },
});

const body = (description: string, schema: JsonObject, value: JsonObject) => ({
  description,
  required: true,
  content: content(schema, description, value),
});

/** Starts a login. */
export const startDescription: RouteDescription = {
  operationId: 'credential_logins_start',
  tag: 'registration',
  summary: 'Start a login at the authorization server of a service (OAuth 2.1 with PKCE).',
  description:
    'Finds the authorization server that the service names (RFC 9728, RFC 8414), registers this gateway there if necessary (RFC 7591), and returns the address where the person logs in. ' +
    'Use it when a call fails because a login is missing, and send the redirect to credential_logins_finish within ten minutes. Do not use it for a key or a token that you already have: use agent_credentials_add for that. ' +
    'Side effects: a client may be registered at the authorization server; nothing is stored here. ' +
    'There is no dry run: the authorization server has no preview of a registration, and its answer is the result.',
  requestBody: body(
    'What to log in to.',
    object(['redirect_uri'], {
      ...target,
      redirect_uri: text('Where the browser returns: an http URL on 127.0.0.1, or the login page of the console.', {
        maxLength: 2048,
      }),
      scope: text('Scopes to request, separated by spaces; by default those that the service names.'),
      issuer: text('Authorization server, if the service names none or several.', { maxLength: 2048 }),
      client_id: text('Id of a client that you registered at the authorization server.', { maxLength: 2048 }),
      client_secret: text('Secret of that client.', { writeOnly: true }),
      register: {
        type: 'boolean',
        default: false,
        description: 'Registers a new client, although one of an earlier login is known.',
      },
      dpop: {
        type: 'boolean',
        default: false,
        description: 'Binds the tokens to a key (DPoP, RFC 9449), although the service does not require it.',
      },
    }),
    { service: 'linden-tracker', redirect_uri: 'http://127.0.0.1:4789/callback' },
  ),
  responses: {
    '201': {
      description: 'The login was started.',
      content: content(
        object(['authorization_url', 'login', 'expires_at', 'issuer', 'token_url'], {
          authorization_url: text('Where the person logs in.', { format: 'uri' }),
          login: text('State of the login, sealed; only you can finish it.'),
          expires_at: time('Until when it must be finished.'),
          issuer: text('The authorization server.'),
          token_url: text('Where the code is exchanged for tokens.'),
          resource: text(
            'The service, as the authorization server knows it; absent where the authorization server does not ask for it.',
          ),
          scope: text('Scopes that are requested.'),
        }),
        'A started login',
        {
          authorization_url: 'https://id.linden.example/authorize?response_type=code&client_id=dragoman',
          login: '3f9a.v1.hK2l',
          expires_at: '2026-03-01T09:40:00.000Z',
          issuer: 'https://id.linden.example',
          token_url: 'https://login.linden.example/token',
          resource: 'https://linden.example/mcp',
        },
      ),
    },
  },
  failures: [400, 403, 404, 409, 413, 415, 502, 504],
  agent: {
    read_only: false,
    side_effects: ['a client may be registered at the authorization server'],
    risk: { irreversible: false, requires_confirmation: false },
    next: ['credential_logins_finish'],
    untrusted: ['/authorization_url', '/issuer', '/token_url', '/resource', '/scope'],
  },
};

/** Finishes a login. */
export const finishDescription: RouteDescription = {
  operationId: 'credential_logins_finish',
  tag: 'registration',
  summary: 'Finish a login with the redirect of the authorization server.',
  description:
    'Checks the state and the issuer of the redirect, exchanges its code for tokens, and stores them encrypted; they are refreshed automatically and sent only to the service. ' +
    'Use it after credential_logins_start, with the query of the address that the browser returned to. Do not use it for a login that somebody else started: it is rejected. ' +
    'Side effects: your calls of the service, or those of everyone, carry the token; an earlier login of the same kind is replaced. ' +
    'A dry run checks the redirect and the login, and leaves the code unused.',
  parameters: [...dryRunParameters],
  requestBody: body(
    'The redirect.',
    object(['login', 'response'], {
      login: text('The state that credential_logins_start returned.', { writeOnly: true }),
      response: text('Query of the address that the browser returned to, without the question mark.', {
        writeOnly: true,
      }),
    }),
    { login: '3f9a.v1.hK2l', response: 'code=SplxlOBeZQQ&state=af0ifjsldkj&iss=https%3A%2F%2Fid.linden.example' },
  ),
  responses: {
    '200': dryRunResponse('What would be stored', {
      would_change: true,
      reversible: true,
      outcome: 'created',
      changes: ['Gets tokens from https://id.linden.example and stores them for your calls of https://linden.example.'],
      undo: 'credential_logins_end',
    }),
    '201': {
      description: 'The tokens were stored.',
      content: content(
        object(['id', 'kind', 'name', 'for', 'created_at'], {
          id: text('Id of the stored credential.'),
          kind: text('Kind of credential.', { enum: ['oauth2_login'] }),
          name: text('Display name, with the host of the authorization server.'),
          for: text('Whose calls use it.', { enum: ['everyone', 'subject'] }),
          subject: text('Caller whose calls use it; absent when it is for everyone.'),
          created_at: time('When it was stored.'),
        }),
        'A stored login',
        {
          id: '0190b2a4-7c1e-7d3a-9a55-3f2b1c0d4e5f',
          kind: 'oauth2_login',
          name: 'login at id.linden.example',
          for: 'subject',
          subject: 'ada',
          created_at: '2026-03-01T09:31:00.000Z',
        },
      ),
    },
  },
  failures: [400, 403, 404, 409, 413, 415, 502, 504],
  agent: {
    read_only: false,
    side_effects: ['calls of the service carry the token', 'an earlier login of the same kind is replaced'],
    risk: { irreversible: false, requires_confirmation: false },
    dry_run: dryRunMetadata,
    undo: 'credential_logins_end',
    untrusted: ['/name'],
  },
};

/** Logs out. */
export const endDescription: RouteDescription = {
  operationId: 'credential_logins_end',
  tag: 'registration',
  summary: 'Log out of a service: delete its tokens and revoke them.',
  description:
    'Deletes your login to a service, or the one of everyone, and revokes the tokens at the authorization server if it supports that (RFC 7009). ' +
    'Use it when the login is no longer needed. Do not use it to change the account or the scopes: start another login instead, which replaces this one. ' +
    'Side effects: calls that need the login fail.',
  parameters: [...dryRunParameters],
  requestBody: body('What to log out of.', object([], target), { service: 'linden-tracker' }),
  responses: {
    '200': withDryRun(
      {
        description: 'Logged out.',
        schema: object(['removed'], {
          removed: { type: 'integer', minimum: 0, description: 'Number of logins that were deleted.' },
        }),
        examples: { login: { summary: 'Logged out', value: { removed: 1 } } },
      },
      {
        would_change: true,
        reversible: false,
        outcome: 'deleted',
        changes: ['Deletes a login and revokes the tokens.'],
      },
    ),
  },
  failures: [400, 403, 404, 413, 415],
  agent: {
    read_only: false,
    side_effects: ['the tokens are deleted and revoked'],
    dry_run: dryRunMetadata,
    risk: { irreversible: false, requires_confirmation: false },
  },
};
