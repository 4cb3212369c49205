/** The sample application of the middleware's suites on real sockets: `node:http`, Express 4 and 5, Fastify. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { addProperties as addToExpress } from '@dragoman/middleware/express';
import { addProperties as addToFastify } from '@dragoman/middleware/fastify';
import { addProperties as addToNode } from '@dragoman/middleware/node';
import express from 'express';
import fastify, { type FastifyReply } from 'fastify';
import {
  callerOption,
  type MountApp,
  type MountedApp,
  pause,
  type SampleAnswer,
} from '../../packages/middleware/src/properties/sample-app.support.js';

/** Listens on a free port. */
export async function listen(listener: RequestListener): Promise<MountedApp> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const headerOf = ({ headers }: Pick<IncomingMessage, 'headers'>, name: string) => headers[name] as string | undefined;

/** On a plain listener, which handles thrown errors in the usual way. */
export const mountNode: MountApp = (app) => {
  const own = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/missing') return void response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page');
    const { method = 'GET' } = request;
    const header = (name: string) => headerOf(request, name);
    const answer = await app.handler({ method, path, body: await bodyOf(request), header, host: request });
    await writeAnswer(response, answer);
  };
  const listener = addToNode(own, app.properties, callerOption(app, headerOf));
  return listen((request, response) => {
    Promise.resolve(listener(request, response)).catch(() => response.writeHead(500).end('broken'));
  });
};

/** On Express in one of its versions. */
export function mountExpress(create: typeof express): MountApp {
  return (app) => {
    const host = create();
    host.set('env', 'test');
    addToExpress(host, app.properties, callerOption(app, headerOf));
    host.use(create.json({ limit: '5mb' }));
    host.use(async (request, response, next) => {
      if (request.path === '/missing') return next();
      try {
        const header = (name: string) => request.get(name);
        const { method, path, body } = request;
        const answer = await app.handler({ method, path, body, header, host: request });
        if (answer.json === undefined) return await writeAnswer(response, answer);
        response
          .status(answer.status ?? 200)
          .set(answer.headers ?? {})
          .json(answer.json);
      } catch (thrown) {
        next(thrown);
      }
    });
    return listen(host);
  };
}

/** Express 5 and 4, by name. */
export const expressVersions: Readonly<Record<string, typeof express>> = {
  'Express 5': express,
  'Express 4': createRequire(import.meta.url)('express-4') as typeof express,
};

/** On Fastify. */
export const mountFastify: MountApp = async (app) => {
  const host = fastify({ bodyLimit: 5_000_000, forceCloseConnections: true });
  addToFastify(host, app.properties, callerOption(app, headerOf));
  host.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    async handler(request, reply) {
      const path = request.url.split('?', 1)[0] ?? '';
      if (path === '/missing') return reply.callNotFound();
      const { method, body } = request;
      const header = (name: string) => headerOf(request, name);
      return replyWith(reply, await app.handler({ method, path, body, header, host: request }));
    },
  });
  const address = await host.listen({ host: '127.0.0.1', port: 0 });
  return { send: (path, init) => fetch(`${address}${path}`, init), close: () => host.close() };
};

async function replyWith(reply: FastifyReply, answer: SampleAnswer): Promise<FastifyReply> {
  if (answer.chunks !== undefined) {
    reply.hijack();
    await writeAnswer(reply.raw, answer);
    return reply;
  }
  return reply
    .status(answer.status ?? 200)
    .headers(answer.headers ?? {})
    .send(answer.json ?? answer.text);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks = await request.toArray();
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
}

async function writeAnswer(response: ServerResponse, answer: SampleAnswer): Promise<void> {
  const { status = 200, headers = {}, json, text, chunks } = answer;
  if (json !== undefined) response.setHeader('content-type', 'application/json');
  response.writeHead(status, headers);
  if (chunks === undefined) return void response.end(json === undefined ? text : JSON.stringify(json));
  for (const chunk of chunks) {
    response.write(chunk);
    await pause();
  }
  response.end();
}
