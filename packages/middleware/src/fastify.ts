/**
 * N-ACT for Fastify: a plugin with its own routes, so that Fastify itself reports route conflicts. And properties:
 * hooks on an instance, which also apply to everything registered below it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallerOptions } from './calls/call-context.js';
import type { Property } from './calls/property.js';
import { disconnectSignal } from './hosting/disconnect-signal.js';
import { createRunProperties, noteThrown } from './hosting/run-properties.js';
import { createNactFace, type NactOptions } from './nact/nact-routes.js';
import { isUnread, toRequest } from './node.js';

/** Options of the plugin; the root is its `prefix`. */
export type NactPluginOptions = Omit<NactOptions<FastifyRequest>, 'root'> & { prefix?: string };

/** Registers the six routes: `await app.register(nact, { prefix: '/api/v3', tools })`. */
export async function nact(app: FastifyInstance, options: NactPluginOptions): Promise<void> {
  const face = createNactFace<FastifyRequest>({ ...options, root: app.prefix });
  // The body is read here with its own limits; the host's parsers stay unchanged outside of this plugin.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const url of ['/tools', '/tools/:tool', '/tools/:tool/versions', '/tools/:tool/versions/:version']) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      async handler(request, reply) {
        const web = toRequest(face, request.raw);
        const answer = web === undefined ? undefined : await face.answer(web, request, disconnectSignal(reply.raw));
        if (answer === undefined) return reply.callNotFound();
        if (isUnread(request.raw)) reply.header('connection', 'close');
        reply.status(answer.status).headers(Object.fromEntries(answer.headers));
        return reply.send(Buffer.from(await answer.arrayBuffer()));
      },
    });
  }
}

/** Adds properties to an instance and everything registered on it afterwards; the first is outermost. */
export function addProperties(
  app: FastifyInstance,
  properties: readonly Property[],
  options: CallerOptions<FastifyRequest> = {},
): void {
  const runProperties = createRunProperties(properties);
  app.addHook('onRequest', (request, reply, done) => {
    const exchange = {
      incoming: request.raw,
      response: reply.raw,
      caller: options.caller?.(request),
      addressOf: () => request.ip,
    };
    const goOn = { run: () => done(), captureOutput: () => void reply.hijack() };
    runProperties(exchange, goOn).catch(done);
  });
  // Fastify answers errors itself; a property that has a better response gets the error here.
  app.addHook('onError', (request, _reply, error, done) => {
    noteThrown(request.raw, error);
    done();
  });
}
