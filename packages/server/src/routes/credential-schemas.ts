/** Schemas and examples of the routes for credentials of agents. */
import { pageSchema, textSchema as text, timeSchema as time } from '@dragoman/core/http';
import { credentialKinds } from './credential-request.js';
import { rehearsalSchema } from './dry-run.js';

/** A credential without its secret. */
export const credentialSchema = {
  type: 'object',
  required: ['id', 'agent_id', 'kind', 'name', 'for', 'created_at', 'created_by', 'updated_at'],
  properties: {
    id: text('Handle of the credential.'),
    agent_id: text('Agent that it is for.'),
    kind: text('How it is used.', { enum: credentialKinds }),
    name: text('Name for people.'),
    for: text('Whose calls use it: everyone, or the caller named in subject.', { enum: ['everyone', 'subject'] }),
    subject: text('Caller whose calls use it; absent when it is for everyone.'),
    created_at: time('When it was stored.'),
    created_by: text('Who stored it.'),
    updated_at: time('When its secret was last replaced.'),
    last_used_at: time('When it was last shown to the agent, to the minute.'),
  },
  additionalProperties: false,
};

/** A replaced credential, or what replacing it would do. */
export const replacedSchema = {
  description: 'The credential, or with dry run what would happen.',
  anyOf: [credentialSchema, rehearsalSchema],
};

/** Members that `fields` may name. */
export const credentialMembers = Object.keys(credentialSchema.properties);

/** A list of credentials. */
export const credentialListSchema = pageSchema({
  member: 'credentials',
  itemsDescription: 'The credentials, oldest first.',
  items: {
    description: 'A credential, or with fields the members asked for.',
    anyOf: [credentialSchema, { ...credentialSchema, required: [] }],
  },
  count: 'All credentials that you may know of.',
});

const secret = (description: string, extra: object = {}) => text(description, { writeOnly: true, ...extra });

/** A credential to store. */
export const credentialRequestSchema = {
  type: 'object',
  required: ['name', 'kind', 'secret'],
  properties: {
    name: text('Name for people.', { minLength: 1, maxLength: 100 }),
    for: text('Whose calls use it: everyone (owners only), or me.', { enum: ['everyone', 'me'], default: 'everyone' }),
    kind: text('How it is used.', { enum: credentialKinds }),
    secret: {
      type: 'object',
      description:
        'The secret part, by kind. api_key: value, in, name. bearer: token. oauth2_client: token_url, client_id, client_secret, client_auth, scope, audience, resource. ' +
        'token_exchange (RFC 8693): the same and actor_token, actor_token_type, requested_token_type. mtls: certificate, private_key.',
      writeOnly: true,
      properties: {
        value: secret('The API key.'),
        in: text('Where the API key goes.', { enum: ['header', 'query'], default: 'header' }),
        name: text('Name of the header or parameter that carries the API key.', { default: 'X-API-Key' }),
        token: secret('The bearer token.'),
        token_url: text('Address of the token endpoint.', { format: 'uri' }),
        client_id: text('Client id at the authorization server.'),
        client_secret: secret('Client secret at the authorization server.'),
        client_auth: text('How the client shows its secret.', { enum: ['basic', 'form'], default: 'basic' }),
        scope: text('Scopes to ask for, with spaces between.'),
        audience: text('Audience to ask for.'),
        resource: text('Resource to ask for (RFC 8707).'),
        actor_token: secret('Token that stands for the gateway, which acts for the caller.'),
        actor_token_type: text('Type of actor_token; a JWT when absent.'),
        requested_token_type: text('Type of token to ask for; an access token when absent.'),
        certificate: text('Client certificate with its chain, PEM.'),
        private_key: secret('Private key of the certificate, PEM, not encrypted.'),
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** A credential as it is listed. */
export const credentialExample = {
  id: '0190b2a4-7c1e-7d3a-9a55-3f2b1c0d4e5f',
  agent_id: 'pier-weather-001',
  kind: 'api_key',
  name: 'subscription of the harbour office',
  for: 'everyone',
  created_at: '2026-03-01T09:30:00.000Z',
  created_by: 'harbour-office',
  updated_at: '2026-03-01T09:30:00.000Z',
};

/** A credential as it is asked for. */
export const credentialRequestExample = {
  name: 'subscription of the harbour office',
  kind: 'api_key',
  secret: { value: 'the key that the agent gave you', in: 'header', name: 'X-API-Key' },
};
