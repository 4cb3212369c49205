/** `dragoman credentials remove`: deletes stored credentials of a service. */
import type { Command } from '../command/command.js';
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
  options: [],
  examples: [
    {
      line: 'dragoman credentials remove pier-weather-001 0190b2a4-7c1e-7d3a-9a55-3f2b1c0d4e5f',
      explanation: 'Calls that need this credential fail from now on',
    },
  ],
  async run(context) {
    const { args, print, runtime } = context;
    const [agent = '', ...ids] = args;
    const { credentials } = connect(context);
    for (const id of ids) {
      await credentials.remove(agent, id, { signal: runtime.signal });
      if (!print.json) print.out(line`${print.color.good('removed')}  ${id}`);
    }
    if (print.json) print.value(ids.map((id) => ({ id, outcome: 'removed' })));
    return 0;
  },
};
