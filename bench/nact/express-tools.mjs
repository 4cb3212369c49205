/**
 * A hand-written provider in Express: a paginated list of signatures, and one tool whose body is parsed and
 * validated with a compiled schema. `node express-tools.mjs <port> <file of signatures> [upstream port]`; with an upstream
 * the tool calls it, like a gateway, otherwise it responds locally.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import express from 'express';
import { Pool } from 'undici';

const quoteTool = JSON.parse(readFileSync(new URL('./quote-tool.json', import.meta.url), 'utf8'));
const [port, file, upstream] = process.argv.slice(2);
const tools = JSON.parse(readFileSync(file, 'utf8')).sort((a, b) => (a.name < b.name ? -1 : 1));
const names = tools.map(({ name }) => name);
const agent = upstream === undefined ? undefined : new Pool(`http://127.0.0.1:${upstream}`, { connections: 128 });
const check = new Ajv2020({ allErrors: true }).compile(quoteTool.inputSchema);

/** Index of the first name after this one. */
function firstAfter(name) {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (names[middle] <= name) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function quote(input) {
  if (agent === undefined) return quoteTool.answer;
  const headers = { 'Content-Type': 'application/json' };
  const answer = await agent.request({ path: '/invoke', method: 'POST', headers, body: JSON.stringify(input) });
  return answer.body.json();
}

const app = express();
app.disable('x-powered-by');
app.get('/tools', (request, response) => {
  const pageLimit = Math.min(Number(request.query.pageLimit ?? 20), 100);
  const { pageCursor } = request.query;
  const start = pageCursor === undefined ? 0 : firstAfter(Buffer.from(pageCursor, 'base64url').toString());
  const items = tools.slice(start, start + pageLimit);
  const goesOn = start + items.length < tools.length;
  const next = goesOn ? Buffer.from(items.at(-1).name).toString('base64url') : null;
  response.json({ items, paging: { pageLimit, next } });
});
app.post(`/tools/${quoteTool.toolId}\\:invoke`, express.json(), async (request, response) => {
  const { name, input_parameters: given } = request.body;
  const input = Object.fromEntries(given.map((each) => [each.name, each.value]));
  if (name !== quoteTool.name || !check(input)) {
    response
      .status(400)
      .json({ error: { code: 'InvalidInput', message: 'The input is invalid.', details: check.errors } });
    return;
  }
  const found = await quote(input);
  response.json({ output_parameters: quoteTool.outputs.map((output) => ({ name: output, value: found[output] })) });
});
app.listen(Number(port), '127.0.0.1', () => console.log('listening'));
