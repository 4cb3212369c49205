/** `dragoman credentials add`: stores what the gateway shows to an agent. */
import type { AgentCredentialRequest, AgentCredentialSecret, TokenClient } from '@dragoman/sdk';
import type { Command, CommandContext } from '../command.js';
import { UsageError } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';
import { readSecret, readTextFile, secretOptions } from '../read-secret.js';

const kinds = ['api_key', 'bearer', 'oauth2_client', 'token_exchange', 'mtls'] as const;

/** Stores a credential. */
export const credentialsAdd: Command = {
  name: 'credentials add',
  summary: 'Store a credential that the gateway shows to an agent',
  details:
    'The secret is read from --secret-env, --secret-file or standard input, or asked for; it never stands in the ' +
    'arguments. It is kept sealed and cannot be read again. It is bound to the addresses that the agent has now.',
  arguments: [{ name: 'agent', required: true, multiple: false, description: 'Id of the agent' }],
  options: [
    { name: 'kind', value: 'kind', choices: kinds, description: `${kinds.join(', ')} (api_key unless given)` },
    { name: 'name', value: 'name', description: 'Name for people (the kind unless given)' },
    { name: 'mine', description: 'For your own calls only; else for everyone, which only the owner may' },
    { name: 'replace', value: 'id', description: 'Put it in the place of a stored one' },
    { name: 'header', value: 'name', description: 'api_key: header that carries it (X-API-Key unless given)' },
    { name: 'query', value: 'name', description: 'api_key: parameter that carries it' },
    { name: 'token-url', value: 'url', description: 'oauth2_client, token_exchange: token endpoint' },
    { name: 'client-id', value: 'id', description: 'oauth2_client, token_exchange: client id' },
    { name: 'client-auth', value: 'how', choices: ['basic', 'form'], description: 'How the client shows its secret' },
    { name: 'scope', value: 'scopes', description: 'oauth2_client, token_exchange: scopes to ask for' },
    { name: 'audience', value: 'audience', description: 'oauth2_client, token_exchange: audience to ask for' },
    { name: 'resource', value: 'url', description: 'oauth2_client, token_exchange: resource to ask for' },
    { name: 'cert', value: 'file', description: 'mtls: client certificate, PEM; its key is the secret' },
    ...secretOptions,
  ],
  examples: [
    {
      line: 'dragoman credentials add pier-weather-001 --header X-Weather-Key --secret-env WEATHER_KEY',
      explanation: 'An API key in a header of its own',
    },
    {
      line: 'dragoman credentials add freight-desk --kind oauth2_client --token-url https://id.example/token --client-id dragoman',
      explanation: 'A token got with client credentials; the client secret is asked for',
    },
    {
      line: 'dragoman credentials add freight-desk --kind mtls --cert client.pem --secret-file client.key',
      explanation: 'A client certificate',
    },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const [agent = ''] = args;
    const { signal } = surroundings;
    const secret = await readContent(context);
    const request: AgentCredentialRequest = {
      name: options.text('name') ?? secret.kind,
      for: options.flag('mine') ? 'me' : 'everyone',
      ...secret,
    };
    const { credentials } = connect(context);
    const id = options.text('replace');
    const stored =
      id === undefined
        ? await credentials.add(agent, request, { signal })
        : await credentials.replace(agent, id, request, { signal });
    if (print.json) print.value(stored);
    else print.out(line`${print.colour.good(id === undefined ? 'stored' : 'replaced')}  ${stored.id}  ${stored.name}`);
    return 0;
  },
};

async function readContent(context: CommandContext): Promise<AgentCredentialSecret> {
  const { options } = context;
  const kind = kinds.find((each) => each === (options.text('kind') ?? 'api_key'));
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
  const header = options.text('header');
  const query = options.text('query');
  if (header !== undefined && query !== undefined) throw new UsageError('--header or --query, not both');
  if (query !== undefined) return { in: 'query', name: query } as const;
  return header === undefined ? {} : ({ in: 'header', name: header } as const);
}

async function readCertificate(context: CommandContext): Promise<AgentCredentialSecret> {
  const certificate = await readTextFile(context, need(context, 'cert'));
  return { kind: 'mtls', secret: { certificate, private_key: await readSecret(context, 'private key') } };
}

/** A client without a secret is a public one; then there is nothing to ask for. */
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
