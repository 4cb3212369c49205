/** Reads a credential for an upstream service from options and secrets. */
import type { AgentCredentialSecret, TokenClient } from '@dragoman/sdk';
import type { CommandContext, CommandOption } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readSecret, readTextFile, secretOptions } from './read-secret.js';

/** Every kind of credential. */
export const credentialKinds = [
  'api_key',
  'bearer',
  'oauth2_client',
  'token_exchange',
  'jwt_bearer',
  'enterprise',
  'mtls',
] as const;

const methods = ['basic', 'form', 'private_key_jwt'] as const;
const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256', 'PS256'] as const;

/** The options that describe a credential. */
export const credentialOptions: readonly CommandOption[] = [
  { name: 'header', value: 'name', description: 'api_key: header for the key (default: X-API-Key)' },
  { name: 'query', value: 'name', description: 'api_key: query parameter for the key' },
  { name: 'cookie', value: 'name', description: 'api_key: cookie for the key' },
  {
    name: 'token-url',
    value: 'url',
    description: 'OAuth kinds: token endpoint (default: that of the authorization server that the service names)',
  },
  {
    name: 'issuer',
    value: 'url',
    description: 'OAuth kinds: authorization server, if the service names none or several',
  },
  { name: 'client-id', value: 'id', description: 'OAuth kinds: client id' },
  {
    name: 'client-auth',
    value: 'how',
    choices: [...methods],
    description: 'How the client authenticates: basic, form, or private_key_jwt, where the secret is its private key',
  },
  { name: 'key-id', value: 'id', description: 'private_key_jwt: id of the key at the authorization server' },
  {
    name: 'algorithm',
    value: 'name',
    choices: [...algorithms],
    description: `private_key_jwt: ${algorithms.join(', ')} (default: the usual one of the key)`,
  },
  { name: 'dpop', description: 'OAuth kinds: bind the tokens to a key of this credential (DPoP)' },
  { name: 'scope', value: 'scopes', description: 'OAuth kinds: scopes to request' },
  { name: 'audience', value: 'audience', description: 'OAuth kinds: audience to request' },
  { name: 'resource', value: 'url', description: 'OAuth kinds: resource to request' },
  {
    name: 'assertion-file',
    value: 'file',
    description: 'jwt_bearer: file with the signed assertion (default: the identity token of the server)',
  },
  { name: 'idp-token-url', value: 'url', description: 'enterprise: token endpoint of the identity provider' },
  { name: 'idp-client-id', value: 'id', description: 'enterprise: client id at the identity provider' },
  {
    name: 'idp-secret-file',
    value: 'file',
    description: 'enterprise: file with the client secret at the identity provider',
  },
  {
    name: 'subject-file',
    value: 'file',
    description: "enterprise: file with a person's token (default: the access token of each caller)",
  },
  { name: 'subject-type', value: 'urn', description: 'enterprise: type of that token (default: an ID token)' },
  { name: 'public', description: 'jwt_bearer, enterprise: the client has no secret' },
  { name: 'cert', value: 'file', description: 'mtls: client certificate (PEM); the secret is its private key' },
  ...secretOptions,
];

/** Reads a credential of the kind that `--kind` names. */
export async function readCredential(context: CommandContext): Promise<AgentCredentialSecret> {
  const { options } = context;
  const kind = credentialKinds.find((each) => each === (options.text('kind') ?? 'api_key'));
  switch (kind) {
    case 'bearer':
      return { kind, secret: { token: await readSecret(context, 'token') } };
    case 'mtls':
      return readCertificate(context);
    case 'oauth2_client': {
      const client_id = need(context, 'client-id');
      return { kind, secret: { ...(await clientOf(context)), client_id } };
    }
    case 'token_exchange': {
      const token_url = need(context, 'token-url');
      return { kind, secret: { ...(await clientOf(context)), token_url } };
    }
    case 'jwt_bearer': {
      const assertion = await fileOf(context, 'assertion-file');
      return { kind, secret: { ...(await clientOf(context)), ...given('assertion', assertion) } };
    }
    case 'enterprise':
      return readEnterprise(context);
    default:
      return { kind: 'api_key', secret: { value: await readSecret(context, 'API key'), ...placeOf(context) } };
  }
}

function placeOf({ options }: CommandContext) {
  const given = (['header', 'query', 'cookie'] as const).flatMap((place) => {
    const name = options.text(place);
    return name === undefined ? [] : [{ in: place, name }];
  });
  if (given.length > 1) throw new UsageError('--header, --query and --cookie cannot be combined');
  return given[0] ?? {};
}

async function readCertificate(context: CommandContext): Promise<AgentCredentialSecret> {
  const certificate = await readTextFile(context, need(context, 'cert'));
  return { kind: 'mtls', secret: { certificate, private_key: await readSecret(context, 'private key') } };
}

async function readEnterprise(context: CommandContext): Promise<AgentCredentialSecret> {
  const { options } = context;
  const idp_token_url = need(context, 'idp-token-url');
  const [idpSecret, subject] = [await fileOf(context, 'idp-secret-file'), await fileOf(context, 'subject-file')];
  return {
    kind: 'enterprise',
    secret: {
      ...(await clientOf(context)),
      idp_token_url,
      ...given('idp_client_id', options.text('idp-client-id')),
      ...given('idp_client_secret', idpSecret),
      ...given('subject_token', subject),
      ...given('subject_token_type', options.text('subject-type')),
    },
  };
}

/** The client at the token endpoint; without an id, or with --public, it has no secret, so nothing is prompted for. */
async function clientOf(context: CommandContext): Promise<TokenClient> {
  const { options } = context;
  const id = options.text('client-id');
  const auth = methods.find((each) => each === options.text('client-auth'));
  const algorithm = algorithms.find((each) => each === options.text('algorithm'));
  const hasSecret = id !== undefined && !options.flag('public');
  const usesKey = auth === 'private_key_jwt';
  const secret = hasSecret ? await readSecret(context, usesKey ? 'private key' : 'client secret') : undefined;
  return {
    ...given('token_url', options.text('token-url')),
    ...given('issuer', options.text('issuer')),
    ...given('client_id', id),
    ...given('client_auth', auth),
    ...given(usesKey ? 'private_key' : 'client_secret', secret),
    ...given('key_id', options.text('key-id')),
    ...given('signing_algorithm', algorithm),
    ...(options.flag('dpop') ? { dpop: true } : {}),
    ...given('scope', options.text('scope')),
    ...given('audience', options.text('audience')),
    ...given('resource', options.text('resource')),
  };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}

/** The text of the file that an option names, without the line break at its end. */
async function fileOf(context: CommandContext, option: string): Promise<string | undefined> {
  const path = context.options.text(option);
  return path === undefined ? undefined : (await readTextFile(context, path)).trim();
}

function need({ options }: CommandContext, name: string): string {
  const value = options.text(name);
  if (value === undefined) throw new UsageError(`this kind of credential needs --${name}`);
  return value;
}
