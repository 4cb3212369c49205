/** The upstream of every contestant: reads the call and responds at once. `node upstream.mjs <port>`. */
import { createServer } from 'node:http';

const answer = JSON.stringify({ price: 182.4, currency: 'EUR', days: 3, carrier: 'Northquay Freight', valid: true });
const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) };

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, headers).end(answer));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
