/** `dragoman credentials list`: lists the stored credentials of a service, without secrets. */
import type { Command } from '../command/command.js';
import { printAccepted, printCredentials } from '../output/credential-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';
import { isAddress } from './credentials-login.js';

/** Lists credentials. */
export const credentialsList: Command = {
  name: 'credentials list',
  summary: 'List the stored credentials of a service, without secrets',
  details: 'Also says which credentials the operations of the service accept, and what is missing for your calls.',
  arguments: [{ name: 'service|url', required: true, multiple: false, description: 'Id of the service, or a URL' }],
  options: [],
  examples: [
    {
      line: 'dragoman credentials list pier-weather-001',
      explanation: 'Stored credentials and when they were last used',
    },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const [name = ''] = args;
    if (isAddress(name)) {
      const stored = await connect(context).credentials.urls.read(name, { signal: runtime.signal });
      if (print.json) print.value(stored);
      else print.out(line`${stored.kind}  ${stored.name}  stored ${stored.updated_at}`);
      return 0;
    }
    const { credentials, accepted } = await connect(context).credentials.read(name, {
      signal: runtime.signal,
    });
    if (print.json) print.value(credentials);
    else {
      if (credentials.length === 0) print.note(line`No credential is stored for your calls of this service.`);
      else printCredentials(print, credentials);
      printAccepted(print, accepted);
    }
    return 0;
  },
};
