/** `dragoman mcp`: the registry as an MCP server over standard input and output, for clients that start their servers. */
import { bridgeMcp } from '../bridge-mcp.js';
import type { Command } from '../command.js';
import { credentialOf } from '../connect.js';
import { endpointOf, endpointOptions } from '../mcp-endpoint.js';
import { line } from '../output/paint.js';

/** Speaks MCP over stdio. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Speak MCP over standard input and output',
  details:
    'Carries MCP messages between a client that started this command and the registry, which has to run. Without an option the whole ' +
    'catalogue is behind three tools: search_tools, describe_tool and call_tool. "dragoman connect" writes this into a client’s configuration.',
  arguments: [],
  options: [...endpointOptions],
  examples: [
    { line: 'dragoman mcp', explanation: 'The whole catalogue' },
    { line: 'dragoman mcp --toolset harbour-desk', explanation: 'The tools that a designer chose' },
  ],
  async run(context) {
    const { surroundings, print } = context;
    const { stdin, stdout, stderr, signal, fetch, terminal } = surroundings;
    const endpoint = endpointOf(context);
    const credential = credentialOf(context);
    const token = credential === undefined ? undefined : 'apiKey' in credential ? credential.apiKey : credential.token;
    if (terminal.stdin) print.note(line`Waiting for an MCP client on standard input; ${endpoint} answers it.`);
    await bridgeMcp(stdin, {
      endpoint,
      fetch,
      credential: token === undefined ? {} : { authorization: `Bearer ${String(token)}` },
      write: (message) => stdout.write(`${JSON.stringify(message)}\n`),
      signal,
    });
    await stdout.settled();
    await stderr.settled();
    return 0;
  },
};
