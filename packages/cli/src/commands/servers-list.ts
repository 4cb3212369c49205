/** `dragoman servers list`: shows the stdio MCP servers of the registry and what they do now. */
import type { StdioServer } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { uptimeText } from '../output/uptime-text.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';
import type { Column } from '../terminal/table.js';

/** Lists stdio servers. */
export const serversList: Command = {
  name: 'servers list',
  summary: 'Show the stdio MCP servers of the registry and their state',
  details:
    'Shows the servers of mcp.stdio and the added ones: process id, uptime, restarts, why a server ended and when it ' +
    'may start again. Requires the scope admin.',
  arguments: [],
  options: [{ name: 'stderr', description: 'Also show the last lines that each server wrote to standard error' }],
  examples: [
    { line: 'dragoman servers list', explanation: 'All servers' },
    { line: 'dragoman servers list --stderr', explanation: 'With their last messages' },
  ],
  async run(context) {
    const { print, options, runtime } = context;
    const servers = await connect(context).servers.list({ signal: runtime.signal });
    if (print.json) {
      print.value(servers);
      return 0;
    }
    if (servers.length === 0)
      print.note(
        line`There is no stdio MCP server; add one with "dragoman servers add", or with the setting mcp.stdio.`,
      );
    else print.table(...tableOf(servers));
    for (const { name, stderr } of options.flag('stderr') ? servers : []) {
      if (stderr.length > 0) print.out(line`${name}:`);
      for (const text of stderr) print.out(line`  ${text}`);
    }
    return 0;
  },
};

function tableOf(servers: readonly StdioServer[]): [columns: Column[], rows: string[][]] {
  const titles = ['server', 'state', 'pid', 'uptime', 'restarts'];
  const columns = [...titles.map((title) => ({ title })), { title: 'last end', min: 16 }];
  const rows = servers.map(({ name, state, pid, uptime_ms, restarts, reason = '', retry_ms }) => [
    name,
    retry_ms === undefined ? state : `${state} for ${Math.ceil(retry_ms / 1000)} s`,
    pid === undefined ? '' : String(pid),
    uptime_ms === undefined ? '' : uptimeText(uptime_ms),
    String(restarts),
    reason,
  ]);
  return [columns, rows];
}
