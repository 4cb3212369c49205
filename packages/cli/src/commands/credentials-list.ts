/** `dragoman credentials list`: what the gateway shows to an agent, without the secrets. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { printCredentials } from '../output/credential-table.js';

/** Lists credentials. */
export const credentialsList: Command = {
  name: 'credentials list',
  summary: 'List the credentials stored for an agent, without their secrets',
  arguments: [{ name: 'agent', required: true, multiple: false, description: 'Id of the agent' }],
  options: [],
  examples: [
    { line: 'dragoman credentials list pier-weather-001', explanation: 'What is stored, and when it was used' },
  ],
  async run(context) {
    const { args, print, surroundings } = context;
    const credentials = await connect(context).credentials.list(args[0] ?? '', { signal: surroundings.signal });
    if (print.json) print.value(credentials);
    else printCredentials(print, credentials);
    return 0;
  },
};
