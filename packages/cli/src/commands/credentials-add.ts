/** `dragoman credentials add`: stores what the gateway shows to an agent. */
import type { AgentCredentialRequest } from '@dragoman/sdk';
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';
import { credentialKinds, credentialOptions, readCredential } from '../read-credential.js';

/** Stores a credential. */
export const credentialsAdd: Command = {
  name: 'credentials add',
  summary: 'Store a credential that the gateway shows to an agent',
  details:
    'The secret is read from --secret-env, --secret-file or standard input, or asked for; it never stands in the ' +
    'arguments. It is kept sealed and cannot be read again. It is bound to the addresses that the agent has now.',
  arguments: [{ name: 'agent', required: true, multiple: false, description: 'Id of the agent' }],
  options: [
    {
      name: 'kind',
      value: 'kind',
      choices: credentialKinds,
      description: `${credentialKinds.join(', ')} (api_key unless given)`,
    },
    { name: 'name', value: 'name', description: 'Name for people (the kind unless given)' },
    { name: 'mine', description: 'For your own calls only; else for everyone, which only the owner may' },
    { name: 'replace', value: 'id', description: 'Put it in the place of a stored one' },
    ...credentialOptions,
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
    const secret = await readCredential(context);
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
