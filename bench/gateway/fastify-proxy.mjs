/** `@fastify/http-proxy` as its documentation sets it up. `node fastify-proxy.mjs <port> <upstream port>`. */
import proxy from '@fastify/http-proxy';
import fastify from 'fastify';

const [port, upstream] = process.argv.slice(2).map(Number);
const server = fastify({ keepAliveTimeout: 60_000 });
await server.register(proxy, { upstream: `http://127.0.0.1:${upstream}`, undici: { connections: 128 } });
await server.listen({ port, host: '127.0.0.1' });
console.log('listening');
