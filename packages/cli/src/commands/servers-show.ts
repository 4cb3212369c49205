/** `dragoman servers show`: shows the definition of one stdio MCP server, and what it does now. */
import type { StdioServer } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { uptimeText } from '../output/uptime-text.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows the definition of a stdio server. */
export const serversShow: Command = {
  name: 'servers show',
  summary: 'Show the command, the variables and the state of one stdio MCP server',
  details: 'Values of variables are never shown. Requires the scope admin.',
  arguments: [{ name: 'name', required: true, multiple: false, description: 'Name of the server' }],
  options: [],
  examples: [{ line: 'dragoman servers show files', explanation: 'The definition of the server "files"' }],
  async run(context) {
    const { args, print, runtime } = context;
    const { servers } = connect(context);
    const { signal } = runtime;
    const { server } = await servers.read(args[0] ?? '', { signal });
    const running = (await servers.list({ signal })).filter((each) => each.name === server.name);
    if (print.json) {
      print.value({ ...server, running });
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
    for (const [label = '', value = ''] of [...rows, ...running.flatMap(stateRows)]) {
      print.out(line`${label.padEnd(9)} ${value}`);
    }
    return 0;
  },
};

/** What the server does now. */
function stateRows({ state, pid, uptime_ms: uptime, restarts, reason, stderr }: StdioServer): string[][] {
  const process = pid === undefined ? '' : `, pid ${pid}`;
  const time = uptime === undefined ? '' : `, up ${uptimeText(uptime)}`;
  return [
    ['state', `${state}${process}${time}, ${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`],
    ...(reason === undefined ? [] : [['last end', reason]]),
    ...stderr.map((text) => ['stderr', text]),
  ];
}
