/** `dragoman connections`: shows which MCP clients have listed tools, and when they were last seen. */
import type { McpConnection } from '@dragoman/sdk';
import type { Command } from '../command/command.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Lists connections. */
export const connections: Command = {
  name: 'connections',
  summary: 'Show which MCP clients have listed tools, and when they were last seen',
  details:
    'Shows the clients that have listed tools since the registry started: yours, or those of all callers with the scope admin. Use it to check a client after "dragoman connect".',
  arguments: [],
  options: [],
  examples: [{ line: 'dragoman connections', explanation: 'Clients, last seen first' }],
  async run(context) {
    const { print, runtime } = context;
    const found: McpConnection[] = [];
    for await (const each of connect(context).connections.list({ signal: runtime.signal })) found.push(each);
    if (print.json) print.value(found);
    else if (found.length > 0) {
      print.table(
        columns,
        found.map(({ client = '', caller, endpoint, tools, last_seen_at }) => [
          client,
          caller,
          print.color.name(endpoint),
          tools,
          last_seen_at,
        ]),
      );
    }
    if (found.length === 0) print.note(line`No MCP client has listed tools yet; add one with "dragoman connect".`);
    return 0;
  },
};

const columns = [
  { title: 'client', min: 10 },
  { title: 'caller', min: 10 },
  { title: 'endpoint' },
  { title: 'tools' },
  { title: 'last seen' },
];
