/**
 * A minimal bridge on Node: `node bare-bridge.mjs PORT COMMAND …` forwards every posted message to the stdio server
 * and returns its response. It has no callers, checks and state; a lower bound, not a competitor.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [port, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
let last = 0;

createInterface({ input: child.stdout }).on('line', (line) => {
  const answer = JSON.parse(line);
  const asked = waiting.get(answer.id);
  if (asked === undefined) return;
  waiting.delete(answer.id);
  asked.response.setHeader('Content-Type', 'application/json');
  asked.response.end(JSON.stringify({ ...answer, id: asked.id }));
});

createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => {
    const message = JSON.parse(body);
    response.setHeader('Mcp-Session-Id', 'one');
    if (message.id === undefined) response.writeHead(202).end();
    else {
      last += 1;
      waiting.set(last, { id: message.id, response });
      message.id = last;
    }
    child.stdin.write(`${JSON.stringify(message)}\n`);
  });
}).listen(Number(port), '127.0.0.1');
