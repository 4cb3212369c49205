/** `dragoman credentials remove`: deletes stored credentials of a service. */
import type { Command } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { printEffect } from '../output/credential-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';
import { isAddress } from './credentials-login.js';

/** Removes credentials. */
export const credentialsRemove: Command = {
  name: 'credentials remove',
  summary: 'Delete stored credentials of a service permanently',
  arguments: [
    { name: 'service|url', required: true, multiple: false, description: 'Id of the service, or a URL' },
    {
      name: 'id',
      required: false,
      multiple: true,
      description: 'Ids from "dragoman credentials list"; none for a URL',
    },
  ],
  options: [{ name: 'dry-run', description: 'Remove nothing; show which calls would fail' }],
  examples: [
    {
      line: 'dragoman credentials remove pier-weather-001 0190b2a4-7c1e-7d3a-9a55-3f2b1c0d4e5f',
      explanation: 'Calls that need this credential fail from now on',
    },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [agent = '', ...ids] = args;
    const { signal } = runtime;
    const { credentials } = connect(context);
    if (isAddress(agent)) {
      if (ids.length > 0 || options.flag('dry-run'))
        throw new UsageError('a URL has only one credential; pass the URL without ids');
      await credentials.urls.remove(agent, { signal });
      if (print.json) print.value({ url: agent, outcome: 'removed' });
      else print.out(line`${print.color.good('removed')}  ${agent}`);
      return 0;
    }
    if (ids.length === 0)
      throw new UsageError('pass the ids of the credentials; "dragoman credentials list" shows them');
    if (options.flag('dry-run')) {
      const effects = await Promise.all(ids.map((id) => credentials.preview(agent, { id }, { signal })));
      if (print.json) print.value(effects);
      else for (const effect of effects) printEffect(print, effect);
      return 0;
    }
    for (const id of ids) {
      await credentials.remove(agent, id, { signal });
      if (!print.json) print.out(line`${print.color.good('removed')}  ${id}`);
    }
    if (print.json) print.value(ids.map((id) => ({ id, outcome: 'removed' })));
    return 0;
  },
};
