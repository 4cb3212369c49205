/** A small MCP server on the official package: two tools over an in-memory ledger, over stdio. */
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const balances = new Map([['north', 120]]);
const account = { type: 'object', required: ['account'], properties: { account: { type: 'string' } } };

serveStdio(() => {
  const server = new Server({ name: 'ledger', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [
      {
        name: 'read_balance',
        description: 'Reads the balance of an account.',
        inputSchema: account,
        outputSchema: { type: 'object', required: ['balance'], properties: { balance: { type: 'number' } } },
        annotations: { readOnlyHint: true },
      },
      {
        name: 'close_account',
        description: 'Closes an account permanently.',
        inputSchema: account,
        annotations: { destructiveHint: true },
      },
    ],
  }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given } }) => {
    const key = String(given?.account);
    if (name === 'close_account') balances.delete(key);
    const balance = balances.get(key) ?? 0;
    const text = name === 'close_account' ? 'closed' : String(balance);
    return {
      content: [{ type: 'text', text }],
      ...(name === 'read_balance' ? { structuredContent: { balance } } : {}),
    };
  });
  return server;
});
