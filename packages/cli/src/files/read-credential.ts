/** Reads a credential for an upstream service from options and secrets. */
import type { AgentCredentialSecret, TokenClient } from '@dragoman/sdk';
import type { CommandContext, CommandOption } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { readSecret, readTextFile, secretOptions } from './read-secret.js';

/** Every kind of credential. */
export const credentialKinds = ['api_key', 'bearer', 'oauth2_client', 'token_exchange', 'mtls'] as const;

/** The options that describe a credential. */
export const credentialOptions: readonly CommandOption[] = [
  { name: 'header', value: 'name', description: 'api_key: header for the key (default: X-API-Key)' },
  { name: 'query', value: 'name', description: 'api_key: query parameter for the key' },
  { name: 'cookie', value: 'name', description: 'api_key: cookie for the key' },
  { name: 'token-url', value: 'url', description: 'oauth2_client, token_exchange: token endpoint' },
  { name: 'client-id', value: 'id', description: 'oauth2_client, token_exchange: client id' },
  {
    name: 'client-auth',
    value: 'how',
    choices: ['basic', 'form'],
    description: 'How the client authenticates: basic or form',
  },
  { name: 'scope', value: 'scopes', description: 'oauth2_client, token_exchange: scopes to request' },
  { name: 'audience', value: 'audience', description: 'oauth2_client, token_exchange: audience to request' },
  { name: 'resource', value: 'url', description: 'oauth2_client, token_exchange: resource to request' },
  { name: 'cert', value: 'file', description: 'mtls: client certificate (PEM); the secret is its private key' },
  ...secretOptions,
];

/** Reads a credential of the kind that `--kind` names. */
export async function readCredential(context: CommandContext): Promise<AgentCredentialSecret> {
  const { options } = context;
  const kind = credentialKinds.find((each) => each === (options.text('kind') ?? 'api_key'));
  switch (kind) {
    case 'api_key':
      return { kind, secret: { value: await readSecret(context, 'API key'), ...placeOf(context) } };
    case 'bearer':
      return { kind, secret: { token: await readSecret(context, 'token') } };
    case 'mtls':
      return readCertificate(context);
    case 'oauth2_client': {
      const client = clientOf(context);
      const client_id = need(context, 'client-id');
      return { kind, secret: { ...client, client_id, client_secret: await readSecret(context, 'client secret') } };
    }
    default:
      return readExchange(context);
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

/** A public client has no secret, so nothing is prompted for. */
async function readExchange(context: CommandContext): Promise<AgentCredentialSecret> {
  const client = clientOf(context);
  const client_id = context.options.text('client-id');
  if (client_id === undefined) return { kind: 'token_exchange', secret: client };
  const client_secret = await readSecret(context, 'client secret');
  return { kind: 'token_exchange', secret: { ...client, client_id, client_secret } };
}

function clientOf(context: CommandContext): TokenClient {
  const { options } = context;
  const given = (['scope', 'audience', 'resource'] as const).flatMap((name) => {
    const value = options.text(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const auth = options.text('client-auth');
  return {
    token_url: need(context, 'token-url'),
    ...(auth === 'basic' || auth === 'form' ? { client_auth: auth } : {}),
    ...(Object.fromEntries(given) as { scope?: string; audience?: string; resource?: string }),
  };
}

function need({ options }: CommandContext, name: string): string {
  const value = options.text(name);
  if (value === undefined) throw new UsageError(`this kind of credential needs --${name}`);
  return value;
}
