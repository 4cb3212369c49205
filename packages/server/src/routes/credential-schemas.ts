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

/** Request schema of a credential to store. */
export const credentialRequestSchema = {
  type: 'object',
  required: ['name', 'kind', 'secret'],
  properties: {
    name: text('Display name.', { minLength: 1, maxLength: 100 }),
    for: text('Whose calls use it: everyone (owners only), or yours.', {
      enum: ['everyone', 'me'],
      default: 'everyone',
    }),
    kind: text('Kind of credential.', { enum: credentialKinds }),
    secret: {
      type: 'object',
      title: 'CredentialSecret',
      description:
        'Members by kind. api_key: value, in, name. bearer: token. oauth2_client: client_* or private_key, token_url, issuer, scope, audience, resource, dpop. ' +
        'token_exchange (RFC 8693): those, actor_*, requested_token_type; needs token_url. jwt_bearer (RFC 7523): those of oauth2_client, assertion. ' +
        'enterprise (identity assertion): those of oauth2_client, idp_*, subject_*. mtls: certificate, private_key.',
      writeOnly: true,
      properties: {
        value: text('The API key.'),
        in: text('Where it is sent.', { enum: ['header', 'query', 'cookie'], default: 'header' }),
        name: text('Name of the header, parameter or cookie.', { default: 'X-API-Key' }),
        token: text('The bearer token.'),
        token_url: text('Token endpoint; by default that of the server that the service names.', {
          format: 'uri',
        }),
        issuer: text('Authorization server, if the service does not name one.', { format: 'uri' }),
        client_id: text('Client id at the authorization server.'),
        client_secret: text('Client secret at the authorization server.'),
        client_auth: text('How the client authenticates.', {
          enum: ['basic', 'form', 'private_key_jwt'],
        }),
        key_id: text('Id of private_key, for private_key_jwt.'),
        signing_algorithm: text('How private_key signs; by default as usual for the key.', {
          enum: signingAlgorithms,
        }),
        dpop: {
          type: 'boolean',
          default: false,
          description: 'Binds the tokens to a key of this credential (RFC 9449).',
        },
        scope: text('Scopes, separated by spaces.'),
        audience: text('Audience of the requested token.'),
        resource: text('Resource (RFC 8707).'),
        actor_token: text('Token of the gateway as the actor.'),
        actor_token_type: text('Type of actor_token; defaults to JWT.'),
        requested_token_type: text('Type to request; defaults to an access token.'),
        assertion: text(
          'JWT of another issuer; by default the identity token of the server, if its operator named one.',
        ),
        idp_token_url: text('Token endpoint of the identity provider.', { format: 'uri' }),
        idp_client_id: text('Client id at the provider.'),
        idp_client_secret: text('Client secret at the provider.'),
        subject_token: text('Token of a person of that provider; by default the access token of the caller.'),
        subject_token_type: text('Type of subject_token; defaults to an ID token.'),
        certificate: text('Certificate with its chain (PEM).'),
        private_key: text('Key of the certificate, or for private_key_jwt (PEM, unencrypted).'),
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
