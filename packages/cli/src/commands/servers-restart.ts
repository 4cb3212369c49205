/** `dragoman servers restart`: restarts one stdio MCP server of the registry. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Restarts a stdio server. */
export const serversRestart: Command = {
  name: 'servers restart',
  summary: 'Restart one stdio MCP server of the registry',
  details: 'Ends its process and starts it again at once; calls that wait for it fail. Requires the scope admin.',
  arguments: [{ name: 'name', required: true, multiple: false, description: 'Name of the server' }],
  options: [],
  examples: [{ line: 'dragoman servers restart files', explanation: 'Restart the server "files"' }],
  async run(context) {
    const { args, print, runtime } = context;
    const name = args[0] ?? '';
    await connect(context).servers.restart(name, { signal: runtime.signal });
    if (print.json) print.value({ server: name, restarted: true });
    else print.out(line`Restarted ${name}.`);
    return 0;
  },
};
