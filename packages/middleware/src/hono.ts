/** N-ACT on Hono, on every run time that Hono and `node:crypto` have in common. */
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { createNactFace, type NactOptions } from './nact-face.js';
import { reportClash } from './report-clash.js';

/** The part of an application that is needed. */
export type HonoApp = Pick<Hono, 'routes' | 'use'>;

/** Mounts N-ACT on an application; throws when a route of the host is already there. */
export function addNact(app: HonoApp, options: NactOptions<Context>): void {
  const handler = createNactHandler(options);
  reportClash(options.root ?? '', (path) => findRoute(app, path));
  app.use('*', handler);
}

/** The handler alone, for an application that decides by itself where it stands; `root` is the whole path before it. */
export function createNactHandler(options: NactOptions<Context>): MiddlewareHandler {
  const face = createNactFace(options);
  return async (context, next) => {
    const answer = face.claims(context.req.path) ? await face.answer(context.req.raw, context) : undefined;
    return answer ?? next();
  };
}

/** Middleware of the host is no route: it has the method ALL and leaves the answer to others. */
function findRoute(app: HonoApp, path: string): string | undefined {
  return app.routes.find((route) => route.method !== 'ALL' && patternOf(route.path).test(path))?.path;
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => {
    if (part === '*') return '.*';
    const [, pattern = '[^/]+'] = /^:[^{]+(?:\{(.+)\})?\??$/.exec(part) ?? [];
    if (part.startsWith(':')) return `(?:${pattern})`;
    return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
