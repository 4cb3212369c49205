/**
 * The floor of the fairness bench: `node floor.mjs '{"port","services"}'`. A plain Node server with the same addresses
 * that checks, stores and limits nothing. What an attack costs here is the cost of Node and of sharing the machine.
 */
import { Agent, createServer, request } from 'node:http';

const { port, services } = JSON.parse(process.argv[2]);
const agent = new Agent({ keepAlive: true });
/** As long as the API description of the server. */
const long = Buffer.alloc(700_000, '{"openapi":"3.1.0"} ');
const card = { id: 'fast', name: 'Tides fast', description: 'Gives high and low water for a harbour and a day.' };

async function readJson(incoming) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || 'null');
}

function reply(outgoing, value, status = 200) {
  const body = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}

/** Passes a call to its service. */
function forward(id, body, outgoing) {
  const text = JSON.stringify(body);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  const options = { host: '127.0.0.1', port: services[id], method: 'POST', path: '/invoke', agent, headers };
  const sent = request(options, async (answered) => reply(outgoing, await readJson(answered)));
  sent.on('error', () => outgoing.destroy());
  outgoing.on('close', () => sent.destroy());
  sent.end(text);
}

async function handle(incoming, outgoing) {
  const { method, url = '', headers } = incoming;
  const [, , id = '', action] = url.split('/');
  if (headers.accept === 'text/event-stream')
    outgoing.writeHead(200, { 'Content-Type': headers.accept }).flushHeaders();
  else if (url === '/openapi.json') reply(outgoing, long);
  else if (method === 'GET') reply(outgoing, card);
  else {
    const body = await readJson(incoming);
    if (url === '/agents/search') reply(outgoing, { results: Array.from({ length: body.top ?? 10 }, () => card) });
    else if (action !== 'invoke') reply(outgoing, { stored: 1 }, 201);
    else if (headers.prefer === 'respond-async') reply(outgoing, { id: 'run' }, 202);
    else forward(id, body, outgoing);
  }
}

createServer((incoming, outgoing) => void handle(incoming, outgoing).catch(() => outgoing.destroy())).listen(
  port,
  '127.0.0.1',
  () => console.log('listens'),
);
