/**
 * N-ACT on Fastify: a plugin with routes of its own, so that Fastify itself tells a clash when it is registered. And
 * properties: hooks on the instance that they are added to, so that what is registered below it has them too.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { leftSignal } from './hosting/left-signal.js';
import { createRunProperties, noteThrown } from './hosting/run-properties.js';
import { createNactFace, type NactOptions } from './nact-face.js';
import { isUnread, toRequest } from './node.js';
import type { CallerOptions } from './properties/call-context.js';
import type { Property } from './properties/property.js';

/** Options of the plugin; the root is the `prefix` that it is registered under. */
export type NactPluginOptions = Omit<NactOptions<FastifyRequest>, 'root'> & { prefix?: string };

/** Registers the six routes: `await app.register(nact, { prefix: '/api/v3', tools })`. */
export async function nact(app: FastifyInstance, options: NactPluginOptions): Promise<void> {
  const face = createNactFace<FastifyRequest>({ ...options, root: app.prefix });
  // The body is read here, within bounds of its own; parsers of the host stay untouched outside of this plugin.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const url of ['/tools', '/tools/:tool', '/tools/:tool/versions', '/tools/:tool/versions/:version']) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      async handler(request, reply) {
        const web = toRequest(face, request.raw);
        const answer = web === undefined ? undefined : await face.answer(web, request, leftSignal(reply.raw));
        if (answer === undefined) return reply.callNotFound();
        if (isUnread(request.raw)) reply.header('connection', 'close');
        reply.status(answer.status).headers(Object.fromEntries(answer.headers));
        return reply.send(Buffer.from(await answer.arrayBuffer()));
      },
    });
  }
}

/** Gives an instance, and what is registered on it from here on, the properties; the first is outermost. */
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
    const goOn = { run: () => done(), takeOver: () => void reply.hijack() };
    runProperties(exchange, goOn).catch(done);
  });
  // Fastify answers what was thrown by itself; a property that knows better hears of it here.
  app.addHook('onError', (request, _reply, error, done) => {
    noteThrown(request.raw, error);
    done();
  });
}
