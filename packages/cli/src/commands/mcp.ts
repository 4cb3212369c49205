/** `dragoman mcp`: serves the registry as an MCP server over stdio, for clients that start their servers. */

import type { Command } from '../command/command.js';
import { bridgeMcp } from '../mcp/bridge-mcp.js';
import { endpointOf, endpointOptions } from '../mcp/mcp-endpoint.js';
import { credentialHeaders } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Serves MCP over stdio. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve MCP over standard input and output',
  details:
    'Forwards MCP messages between the client that started this command and a running registry. Without an option the whole ' +
    'catalogue is offered through three tools: search_tools, describe_tool and call_tool. "dragoman connect" adds this command to the configuration of a client.',
  arguments: [],
  options: [...endpointOptions],
  examples: [
    { line: 'dragoman mcp', explanation: 'The whole catalogue' },
    { line: 'dragoman mcp --toolset harbour-desk', explanation: 'The tools of a toolset' },
    { line: 'dragoman mcp --agent github --limit 128', explanation: 'For a client that accepts at most 128 tools' },
  ],
  async run(context) {
    const { runtime, print } = context;
    const { stdin, stdout, stderr, signal, fetch, terminal } = runtime;
    const endpoint = endpointOf(context);
    if (terminal.stdin) print.note(line`Waiting for an MCP client on standard input; forwarding to ${endpoint}.`);
    await bridgeMcp(stdin, {
      endpoint,
      fetch,
      credential: credentialHeaders(context),
      write: (message) => stdout.write(`${JSON.stringify(message)}\n`),
      signal,
    });
    await stdout.settled();
    await stderr.settled();
    return 0;
  },
};
