/**
 * A cheap MCP server over stdio, so that the gateway is the bottleneck: one tool, sessions of a 2025 revision, no
 * checks. Responses of one event loop turn are written together, like those of a server under load.
 */
import { createInterface } from 'node:readline';

const numbers = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] };
const sum = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
const add = {
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: numbers,
  outputSchema: sum,
  annotations: { readOnlyHint: true },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'light', version: '1' },
  }),
  'tools/list': () => ({ tools: [add] }),
  'tools/call': ({ arguments: { a, b } }) => {
    const result = { sum: a + b };
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
  },
};

let waiting = '';

function send(message) {
  if (waiting === '') setImmediate(flush);
  waiting += `${JSON.stringify(message)}\n`;
}

function flush() {
  process.stdout.write(waiting);
  waiting = '';
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  if (answer === undefined) send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found.' } });
  else send({ jsonrpc: '2.0', id, result: answer(params) });
});
