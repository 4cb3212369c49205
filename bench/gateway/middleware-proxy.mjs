/** `http-proxy-middleware` as its documentation sets it up, on Node's server. `node middleware-proxy.mjs <port> <upstream port>`. */
import { Agent, createServer } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';

const [port, upstream] = process.argv.slice(2).map(Number);
const proxy = createProxyMiddleware({
  target: `http://127.0.0.1:${upstream}`,
  agent: new Agent({ keepAlive: true, maxSockets: 128 }),
});
const server = createServer((request, response) => {
  proxy(request, response, () => response.writeHead(404).end());
});
server.keepAliveTimeout = 60_000;
server.listen(port, '127.0.0.1', () => console.log('listening'));
