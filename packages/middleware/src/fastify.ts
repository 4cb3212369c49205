/** N-ACT on Fastify: a plugin with routes of its own, so that Fastify itself tells a clash when it is registered. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createNactFace, type NactOptions } from './nact-face.js';
import { answerNode } from './node.js';

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
        const { raw } = request;
        const ofNode = { ...face, answer: (web: Request) => face.answer(web, request) };
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        if (!(await answerNode(ofNode, raw, reply.raw))) reply.raw.writeHead(404).end();
      },
    });
  }
}
