/** `dragoman credentials add`: stores a credential that the gateway sends to a service. */
import type { AgentCredentialRequest } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { credentialKinds, credentialOptions, readCredential } from '../files/read-credential.js';
import { printEffect } from '../output/credential-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';
import { isAddress } from './credentials-login.js';

/** Stores a credential. */
export const credentialsAdd: Command = {
  name: 'credentials add',
  summary: 'Store a credential that the gateway sends to a service',
  details:
    'The secret is read from --secret-env, --secret-file or standard input, or prompted for; it is never an ' +
    'argument. It is stored encrypted and cannot be read back. It is sent only to the current addresses of the service. ' +
    'The OAuth kinds request tokens and renew them: oauth2_client (client credentials), token_exchange (the token of the caller), ' +
    'jwt_bearer (a signed assertion, such as the identity of a workload), enterprise (an identity assertion of your identity provider). ' +
    'For an MCP server that lists its tools only to clients with a token, pass its URL here, then add it.',
  arguments: [
    {
      name: 'service|url',
      required: true,
      multiple: false,
      description: 'Id of the service, or the URL that you will add',
    },
  ],
  options: [
    {
      name: 'kind',
      value: 'kind',
      choices: credentialKinds,
      description: `${credentialKinds.join(', ')} (default: api_key)`,
    },
    { name: 'name', value: 'name', description: 'Display name (default: the kind)' },
    { name: 'mine', description: 'Only for your own calls; otherwise for all callers, which only the owner can set' },
    { name: 'replace', value: 'id', description: 'Replace this stored credential' },
    { name: 'dry-run', description: 'Store nothing; show where it would be sent and what could then be called' },
    ...credentialOptions,
  ],
  examples: [
    {
      line: 'dragoman credentials add pier-weather-001 --header X-Weather-Key --secret-env WEATHER_KEY',
      explanation: 'An API key in a custom header',
    },
    {
      line: 'dragoman credentials add freight-desk --kind oauth2_client --client-id dragoman',
      explanation: 'OAuth client credentials; finds the token endpoint, prompts for the client secret',
    },
    {
      line: 'dragoman credentials add https://linden.example/mcp --kind oauth2_client --client-id dragoman --client-auth private_key_jwt --secret-file key.pem',
      explanation: 'A client that signs with its key, for an MCP server that is added afterwards',
    },
    {
      line: 'dragoman credentials add linden-tracker --kind enterprise --client-id dragoman --idp-token-url https://sso.example/token --idp-client-id gateway',
      explanation: 'Single sign-on: the identity provider asserts the identity of each caller',
    },
    {
      line: 'dragoman credentials add freight-desk --kind mtls --cert client.pem --secret-file client.key',
      explanation: 'A client certificate',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [agent = ''] = args;
    const { signal } = runtime;
    const secret = await readCredential(context);
    const request: AgentCredentialRequest = {
      name: options.text('name') ?? secret.kind,
      for: options.flag('mine') ? 'me' : 'everyone',
      ...secret,
    };
    const { credentials } = connect(context, { timeoutMs: 60_000 });
    const id = options.text('replace');
    if (isAddress(agent)) {
      if (id !== undefined)
        throw new UsageError('a URL has only one credential, which is replaced automatically; omit --replace');
      if (options.flag('dry-run')) throw new UsageError('--dry-run is for services; a URL is not imported yet');
      const stored = await credentials.urls.put(agent, request, { signal });
      if (print.json) print.value(stored);
      else print.out(line`${print.color.good('stored')}  ${agent}  ${stored.name}`);
      return 0;
    }
    if (options.flag('dry-run')) {
      const change = { request, ...(id === undefined ? {} : { id }) };
      const effect = await credentials.preview(agent, change, { signal });
      if (print.json) print.value(effect);
      else printEffect(print, effect);
      return 0;
    }
    const stored =
      id === undefined
        ? await credentials.add(agent, request, { signal })
        : await credentials.replace(agent, id, request, { signal });
    if (print.json) print.value(stored);
    else print.out(line`${print.color.good(id === undefined ? 'stored' : 'replaced')}  ${stored.id}  ${stored.name}`);
    return 0;
  },
};
