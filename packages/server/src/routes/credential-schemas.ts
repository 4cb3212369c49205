/** Schemas and examples of the credential routes. */
import { dryRunSchema, pageSchema, textSchema as text, timeSchema as time } from '@dragoman/core/http';
import { signingAlgorithms } from '../credentials/grants/sign-jwt.js';
import { credentialKinds } from './credential-request.js';

/** A credential without its secret. */
export const credentialSchema = {
  type: 'object',
  required: ['id', 'agent_id', 'kind', 'name', 'for', 'created_at', 'created_by', 'updated_at'],
  properties: {
    id: text('Id of the credential.'),
    agent_id: text('Id of the service that it is for.'),
    kind: text('Kind of credential; oauth2_login: tokens of a person who logged in.', {
      enum: [...credentialKinds, 'oauth2_login'],
    }),
    name: text('Display name.'),
    for: text('Whose calls use it: those of everyone, or those of the caller named in subject.', {
      enum: ['everyone', 'subject'],
    }),
    subject: text('Caller whose calls use it; absent when it is for everyone.'),
    created_at: time('When it was stored.'),
    created_by: text('Subject that stored it.'),
    updated_at: time('When its secret was last replaced.'),
    last_used_at: time('When it was last sent to the service, to the minute.'),
  },
  additionalProperties: false,
};

const counts = (when: string) => ({
  type: 'object',
  description: `Operations of the service ${when}, for the callers that use the credential.`,
  required: ['requiring', 'callable'],
  properties: {
    requiring: { type: 'integer', minimum: 0, description: 'How many require a credential.' },
    callable: { type: 'integer', minimum: 0, description: 'How many of these can be called with what is stored.' },
  },
  additionalProperties: false,
});

/** What a change of credentials would do. */
export const credentialDryRunSchema = dryRunSchema({
  title: 'CredentialDryRun',
  outcomes: ['created', 'rotated', 'deleted'],
  more: { before: counts('before the change'), after: counts('after the change') },
  optional: {
    undo: text('Operation that undoes the change.'),
    sent_to: {
      type: 'array',
      description: 'Origins that the credential would be sent to, and no others.',
      items: text('An origin.'),
    },
    sent_as: text('Where the credential would be in a request, without its value.'),
  },
});

/** Example of a dry run. */
export const credentialDryRunExample = {
  dry_run: true,
  would_change: true,
  reversible: true,
  outcome: 'created',
  undo: 'agent_credentials_remove',
  sent_to: ['https://weather.example'],
  sent_as: 'header X-API-Key',
  before: { requiring: 4, callable: 0 },
  after: { requiring: 4, callable: 4 },
};

/** A replaced credential, or the result of a dry run. */
export const replacedSchema = {
  description: 'The credential, or the result of a dry run.',
  anyOf: [credentialSchema, credentialDryRunSchema],
};

/** Members that `fields` may select. */
export const credentialMembers = Object.keys(credentialSchema.properties);

/** A list of credentials. */
export const credentialListSchema = pageSchema({
  member: 'credentials',
  itemsDescription: 'The credentials, oldest first.',
  items: {
    description: 'A credential, or the members selected with fields.',
    anyOf: [credentialSchema, { ...credentialSchema, required: [] }],
  },
  count: 'Number of all credentials that you may see.',
  more: {
    accepted: {
      type: 'array',
      description: 'Credentials that operations of the service accept, those of most operations first, at most 20.',
      items: {
        type: 'object',
        description: 'A credential, as the service describes it.',
        required: ['type', 'operations', 'missing'],
        properties: {
          type: text('Type: api_key, oauth2_bearer, basic, mtls, or another value of the description.'),
          in: text('Where it is sent, when the description says so.', { enum: ['header', 'query', 'cookie'] }),
          name: text('Name of the header, parameter or cookie.'),
          operations: { type: 'integer', minimum: 1, description: 'Number of operations that accept it.' },
          missing: {
            type: 'integer',
            minimum: 0,
            description: 'Number of these operations that you cannot call with what is stored.',
          },
        },
        additionalProperties: false,
      },
    },
  },
});

const secret = (description: string, extra: object = {}) => text(description, { writeOnly: true, ...extra });

/** Request schema of a credential to store. */
export const credentialRequestSchema = {
  type: 'object',
  required: ['name', 'kind', 'secret'],
  properties: {
    name: text('Display name.', { minLength: 1, maxLength: 100 }),
    for: text('Whose calls use it: those of everyone (owners only), or only yours (me).', {
      enum: ['everyone', 'me'],
      default: 'everyone',
    }),
    kind: text('Kind of credential.', { enum: credentialKinds }),
    secret: {
      type: 'object',
      description:
        'The secret, by kind. api_key: value, in, name. bearer: token. oauth2_client: client_id, client_secret or private_key, client_auth, token_url, issuer, scope, audience, resource, dpop. ' +
        'token_exchange (RFC 8693): the same plus actor_token, actor_token_type, requested_token_type; token_url is required. jwt_bearer (RFC 7523): the same plus assertion. ' +
        'enterprise (identity assertion of an identity provider): the same plus idp_token_url, idp_client_id, idp_client_secret, subject_token, subject_token_type. mtls: certificate, private_key.',
      writeOnly: true,
      properties: {
        value: secret('The API key.'),
        in: text('Where the API key is sent.', { enum: ['header', 'query', 'cookie'], default: 'header' }),
        name: text('Name of the header, parameter or cookie that carries the API key.', { default: 'X-API-Key' }),
        token: secret('The bearer token.'),
        token_url: text(
          'URL of the token endpoint; by default that of the authorization server that the service names.',
          {
            format: 'uri',
          },
        ),
        issuer: text('Authorization server, if the service names none or several.', { format: 'uri' }),
        client_id: text('Client id at the authorization server.'),
        client_secret: secret('Client secret at the authorization server.'),
        client_auth: text('How the client authenticates at the token endpoint.', {
          enum: ['basic', 'form', 'private_key_jwt'],
        }),
        key_id: text('Id of private_key at the authorization server, for private_key_jwt.'),
        signing_algorithm: text('How private_key signs; by default the usual algorithm of the key.', {
          enum: signingAlgorithms,
        }),
        dpop: {
          type: 'boolean',
          default: false,
          description: 'Binds the tokens to a key that the server creates for this credential (DPoP, RFC 9449).',
        },
        scope: text('Scopes to request, separated by spaces.'),
        audience: text('Audience to request.'),
        resource: text('Resource to request (RFC 8707).'),
        actor_token: secret('Token that identifies the gateway as the actor.'),
        actor_token_type: text('Type of actor_token; defaults to JWT.'),
        requested_token_type: text('Type of token to request; defaults to an access token.'),
        assertion: secret(
          'Signed assertion of another issuer (JWT); by default the identity token of the server, if its operator named one.',
        ),
        idp_token_url: text('Token endpoint of the identity provider.', { format: 'uri' }),
        idp_client_id: text('Client id at the identity provider.'),
        idp_client_secret: secret('Client secret at the identity provider.'),
        subject_token: secret('Token of a person at the identity provider; by default the access token of the caller.'),
        subject_token_type: text('Type of subject_token; defaults to an ID token.'),
        certificate: text('Client certificate with its chain (PEM).'),
        private_key: secret('Private key of the certificate, or of the client for private_key_jwt (PEM, unencrypted).'),
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** Example of a listed credential. */
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

/** Example request. */
export const credentialRequestExample = {
  name: 'subscription of the harbour office',
  kind: 'api_key',
  secret: { value: 'the key that the service issued to you', in: 'header', name: 'X-API-Key' },
};
