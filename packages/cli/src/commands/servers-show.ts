/** `dragoman servers show`: shows the definition of one stdio MCP server. */
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows the definition of a stdio server. */
export const serversShow: Command = {
  name: 'servers show',
  summary: 'Show the command and the variables of one stdio MCP server',
  details: 'Values of variables are never shown. Requires the scope admin.',
  arguments: [{ name: 'name', required: true, multiple: false, description: 'Name of the server' }],
  options: [],
  examples: [{ line: 'dragoman servers show files', explanation: 'The definition of the server "files"' }],
  async run(context) {
    const { args, print, runtime } = context;
    const { server } = await connect(context).servers.read(args[0] ?? '', { signal: runtime.signal });
    if (print.json) {
      print.value(server);
      return 0;
    }
    const { name, origin, command, args: words, cwd, env, owner, updated_at: at } = server;
    const rows = [
      ['name', name],
      ['origin', origin === 'settings' ? 'mcp.stdio in the settings' : `added by ${owner ?? ''}, changed ${at ?? ''}`],
      ['command', command],
      ...words.map((word) => ['argument', word]),
      ...(cwd === undefined ? [] : [['folder', cwd]]),
      ...env.map((variable) => ['variable', variable]),
    ];
    for (const [label = '', value = ''] of rows) print.out(line`${label.padEnd(9)} ${value}`);
    return 0;
  },
};
