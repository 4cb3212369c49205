/** A proxy of thirty lines on Node and undici that checks nothing. `node bare-proxy.mjs <port> <upstream port>`. */
import { createServer } from 'node:http';
import { Pool } from 'undici';

const [port, upstream] = process.argv.slice(2).map(Number);
const pool = new Pool(`http://127.0.0.1:${upstream}`, { connections: 128 });
const dropped = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding', 'content-length']);

function passed(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

const server = createServer(async (request, response) => {
  try {
    const answer = await pool.request({
      path: request.url,
      method: request.method,
      headers: passed(request.headers),
      body: request,
    });
    response.writeHead(answer.statusCode, passed(answer.headers));
    answer.body.pipe(response);
  } catch {
    response.writeHead(502).end();
  }
});
server.keepAliveTimeout = 60_000;
server.listen(port, '127.0.0.1', () => console.log('listening'));
