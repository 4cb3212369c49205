/** `dragoman credentials list`: lists the stored credentials of a service, without secrets. */
import type { Command } from '../command/command.js';
import { printCredentials } from '../output/credential-table.js';
import { connect } from '../registry/connect.js';

/** Lists credentials. */
export const credentialsList: Command = {
  name: 'credentials list',
  summary: 'List the stored credentials of a service, without secrets',
  arguments: [{ name: 'service', required: true, multiple: false, description: 'Id of the service' }],
  options: [],
  examples: [
    {
      line: 'dragoman credentials list pier-weather-001',
      explanation: 'Stored credentials and when they were last used',
    },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const credentials = await connect(context).credentials.list(args[0] ?? '', { signal: runtime.signal });
    if (print.json) print.value(credentials);
    else printCredentials(print, credentials);
    return 0;
  },
};
