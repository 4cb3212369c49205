/**
 * One framework with every variant of the handler, each on a separate port, in one process. `node hosts.mjs <framework>
 * <file>` writes the URL and the request of each to the file, and prints `listening`. The alternatives are those of
 * the framework and its ecosystem.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { addProperties as addToFetch } from '@dragoman/middleware';
import { addProperties as addToExpress } from '@dragoman/middleware/express';
import { addProperties as addToFastify } from '@dragoman/middleware/fastify';
import { addProperties as addToHono } from '@dragoman/middleware/hono';
import { addProperties as addToNode } from '@dragoman/middleware/node';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import fastify from 'fastify';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { hello, variants } from './variants.mjs';

const text = JSON.stringify(hello);

function nodeListener(properties) {
  const listener = (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(text);
  };
  return properties === undefined ? listener : addToNode(listener, properties);
}

function expressApp(properties, ...peers) {
  const app = express();
  app.disable('x-powered-by');
  if (!peers.includes('etag')) app.disable('etag');
  if (properties !== undefined) addToExpress(app, properties);
  for (const peer of peers) if (typeof peer === 'function') app.use(peer);
  app.all('/', (_request, response) => void response.json(hello));
  return app;
}

async function fastifyListener(properties) {
  const app = fastify();
  if (properties !== undefined) addToFastify(app, properties);
  app.route({ method: ['GET', 'POST'], url: '/', handler: async () => hello });
  await app.ready();
  return (request, response) => app.routing(request, response);
}

function honoListener(properties, ...peers) {
  const app = new Hono();
  if (properties !== undefined) addToHono(app, properties);
  for (const peer of peers) app.use('*', peer);
  app.all('/', (context) => context.json(hello));
  return getRequestListener(app.fetch);
}

function fetchListener(properties) {
  const handler = () => new Response(text, { headers: { 'content-type': 'application/json' } });
  return getRequestListener(properties === undefined ? handler : addToFetch(handler, properties));
}

const many = () =>
  rateLimit({ windowMs: 60_000, limit: 1_000_000_000, standardHeaders: 'draft-8', legacyHeaders: false });
const frameworks = {
  node: { make: nodeListener, peers: {} },
  express: {
    make: expressApp,
    peers: {
      rate: ['express-rate-limit', () => expressApp(undefined, many())],
      conditional: ['etag of Express', () => expressApp(undefined, 'etag')],
    },
  },
  fastify: { make: fastifyListener, peers: {} },
  hono: { make: honoListener, peers: { conditional: ['hono/etag', () => honoListener(undefined, etag())] } },
  fetch: { make: fetchListener, peers: {} },
};

async function listen(listener) {
  const server = createServer(listener);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

/** Calls a variant until Node has compiled its code, independent of the machine's load. */
async function warmUp({ port, path = '/', method = 'GET', headers = {}, freshHeader }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const ask = () =>
    new Promise((resolve, reject) => {
      const fresh = freshHeader === undefined ? {} : { [freshHeader]: randomUUID() };
      const json = method === 'GET' ? {} : { 'content-type': 'application/json', 'content-length': 2 };
      const outgoing = request({
        port,
        host: '127.0.0.1',
        path,
        method,
        agent,
        headers: { ...json, ...headers, ...fresh },
      });
      outgoing.on('error', reject).on('response', (response) => response.resume().on('end', resolve));
      outgoing.end(method === 'GET' ? undefined : '{}');
    });
  for (let round = 0; round < 60; round += 1) await Promise.all(Array.from({ length: 8 }, ask));
  agent.destroy();
}

const [framework, file] = process.argv.slice(2);
const { make, peers } = frameworks[framework];
const places = [];
for (const [key, { properties, ...asked }] of Object.entries(variants)) {
  places.push({ ...asked, key, port: await listen(await make(properties?.())) });
  if (peers[key] === undefined) continue;
  const [name, start] = peers[key];
  places.push({ ...asked, key: `${key}_peer`, title: `  peer: ${name}`, port: await listen(start()) });
}
for (const place of places) await warmUp(place);
writeFileSync(file, JSON.stringify(places));
console.log('listening');
