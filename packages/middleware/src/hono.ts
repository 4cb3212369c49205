/** N-ACT and properties for Hono, on every runtime that supports Hono and `node:crypto`. */
import type { IncomingMessage } from 'node:http';
import { isFailure } from '@dragoman/model';
import type { Context, Env, Hono, MiddlewareHandler, Schema } from 'hono';
import type { RouterRoute } from 'hono/types';
import { answerFailure } from './calls/answer-failure.js';
import { type CallerOptions, findCall } from './calls/call-context.js';
import { toRealResponse } from './calls/light-response.js';
import { composeAll, type Property } from './calls/property.js';
import { createWebCall, toHandlerRequest } from './calls/web-call.js';
import { createNactFace, type NactOptions } from './nact/nact-routes.js';
import { reportClash } from './nact/report-clash.js';

/** Mounts N-ACT on an application; throws when the host already has one of its routes. */
export function addNact<Left extends Env, Routes extends Schema, Base extends string>(
  app: Hono<Left, Routes, Base>,
  options: NactOptions<Context<Left>>,
): void {
  const handler = createNactHandler(options);
  reportClash(options.root ?? '', (path) => findRoute(app.routes, path));
  app.use('*', handler);
}

/** The handler alone, for an application that mounts it itself; `root` is the whole path before it. */
export function createNactHandler<Left extends Env>(options: NactOptions<Context<Left>>): MiddlewareHandler<Left> {
  const face = createNactFace(options);
  return async (context, next) => {
    const answer = face.claims(context.req.path) ? await face.answer(context.req.raw, context) : undefined;
    return answer ?? next();
  };
}

/** Adds properties to an application, the first outermost; call it before adding routes. */
export function addProperties<Left extends Env, Routes extends Schema, Base extends string>(
  app: Hono<Left, Routes, Base>,
  properties: readonly Property[],
  options: CallerOptions<Context<Left>> = {},
): void {
  app.use('*', createPropertyHandler(properties, options));
}

/** The properties for individual routes: `app.post('/orders', createPropertyHandler([…]), handler)`. */
export function createPropertyHandler<Left extends Env>(
  properties: readonly Property[],
  options: CallerOptions<Context<Left>> = {},
): MiddlewareHandler<Left> {
  const handler = Symbol('handler');
  const chain = composeAll(properties)((request, call) =>
    (call.values.get(handler) as (request: Request) => Promise<Response>)(request),
  );
  return async (context, next) => {
    const { raw } = context.req;
    const call =
      findCall(raw) ?? createWebCall(raw, { caller: options.caller?.(context), addressOf: () => addressOf(context) });
    call.values.set(handler, async (request: Request) => {
      context.req.raw = await toHandlerRequest(request, call);
      answerQuietly(context);
      await next();
      // Hono has already answered it; a property may have a better response.
      if (context.error !== undefined) throw context.error;
      return context.res;
    });
    try {
      replaceAnswer(context, toRealResponse(await chain(raw, call)));
    } catch (thrown) {
      const answer = answerFailure(thrown, raw, call);
      if (answer !== undefined) replaceAnswer(context, answer);
      else if (thrown !== context.error) throw thrown;
    }
  };
}

/**
 * Hono's default error handler writes everything to the console that has no response of its own. The adapter answers
 * failures, so they get one when Hono records them; other errors, and error handlers of the host, see no difference.
 */
function answerQuietly(context: Context): void {
  let recorded = context.error;
  Object.defineProperty(context, 'error', {
    configurable: true,
    enumerable: true,
    get: () => recorded,
    set(thrown: Error | undefined) {
      recorded = thrown;
      if (!isFailure(thrown) || 'getResponse' in thrown) return;
      const getResponse = () => new Response(null, { status: thrown.row.status });
      Object.defineProperty(thrown, 'getResponse', { value: getResponse, configurable: true });
    },
  });
}

/** Hono would overwrite the headers of the new response with those of the old one. */
function replaceAnswer(context: Context, answer: Response): void {
  if (context.res === answer) return;
  context.res = undefined;
  context.res = answer;
}

/** On Node the adapter provides Node's own request. */
function addressOf({ env }: Context): string | undefined {
  return (env as { incoming?: IncomingMessage } | undefined)?.incoming?.socket?.remoteAddress;
}

/** Middleware of the host is not a route: it has the method ALL and passes requests on. */
function findRoute(routes: readonly RouterRoute[], path: string): string | undefined {
  return routes.find((route) => route.method !== 'ALL' && patternOf(route.path).test(path))?.path;
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
