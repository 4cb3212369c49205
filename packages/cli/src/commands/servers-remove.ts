/** `dragoman servers remove`: removes MCP servers that were added to a running registry. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Removes added stdio servers. */
export const serversRemove: Command = {
  name: 'servers remove',
  summary: 'Remove MCP servers that were added to the registry',
  details:
    'Ends their processes and removes their commands and stored variables. Services that were registered from them stay in the catalogue; ' +
    'remove those with "dragoman remove". Servers of mcp.stdio are removed in the settings. Requires the scope admin.',
  arguments: [{ name: 'name', required: true, multiple: true, description: 'Names of the servers' }],
  options: [],
  examples: [{ line: 'dragoman servers remove files', explanation: 'Remove the server "files"' }],
  async run(context) {
    const { args, print, runtime } = context;
    const { servers } = connect(context);
    for (const name of args) {
      await servers.remove(name, { signal: runtime.signal });
      if (!print.json) print.out(line`${print.color.good('removed')}  ${name}`);
    }
    if (!print.json) {
      print.note(
        line`Services that were imported from it stay in the catalogue, and their calls fail; "dragoman remove <service>" removes them.`,
      );
    }
    if (print.json) print.value(args.map((name) => ({ name, outcome: 'removed' })));
    return 0;
  },
};
