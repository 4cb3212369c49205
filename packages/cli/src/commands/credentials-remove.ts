/** `dragoman credentials remove`: deletes stored credentials of a service. */
import type { Command } from '../command/command.js';
import { printEffect } from '../output/credential-table.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Removes credentials. */
export const credentialsRemove: Command = {
  name: 'credentials remove',
  summary: 'Delete stored credentials of a service permanently',
  arguments: [
    { name: 'service', required: true, multiple: false, description: 'Id of the service' },
    { name: 'id', required: true, multiple: true, description: 'Ids from "dragoman credentials list"' },
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
