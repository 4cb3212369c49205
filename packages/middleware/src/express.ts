/** N-ACT and properties for Express 4 and 5, and other frameworks with `(request, response, next)` handlers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallerOptions } from './calls/call-context.js';
import type { Property } from './calls/property.js';
import { prepareResponses } from './hosting/capture-output.js';
import { parsedBody } from './hosting/node-body.js';
import { createRunProperties, failHandler } from './hosting/run-properties.js';
import { createNactFace, type NactOptions } from './nact/nact-routes.js';
import { reportClash } from './nact/report-clash.js';
import { answerNode } from './node.js';

/** The members of an Express request that are used here. */
export interface ExpressRequest extends IncomingMessage {
  /** The body as parsed by the host's body parser. */
  body?: unknown;
  /** The result of the host's authentication. */
  user?: unknown;
  /** IP address of the caller, behind the proxies that the host trusts. */
  ip?: string | undefined;
  /** The application that currently handles the request. */
  app?: unknown;
}

/** An Express handler. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** An Express error handler. */
export type ExpressErrorHandler = (
  error: unknown,
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** An Express application or router. */
export interface ExpressApp {
  use(handler: ExpressHandler | ExpressErrorHandler): unknown;
}

/** Mounts N-ACT on an application; throws when the host already has one of its routes. */
export function addNact(app: ExpressApp, options: NactOptions<ExpressRequest>): void {
  const { root = '' } = options;
  const handler = createNactHandler(options);
  reportClash(root, (path) => findRoute(stackOf(app), path));
  app.use(handler);
}

/** The handler alone, for `app.use('/api/v3', createNactHandler(options))`. */
export function createNactHandler(options: NactOptions<ExpressRequest>): ExpressHandler {
  const face = createNactFace(options);
  return (request, response, next) => {
    const parsed = request.readableEnded && request.body !== undefined ? parsedBody(request) : undefined;
    answerNode(face, request, response, parsed).then((answered) => {
      if (!answered) next();
    }, next);
  };
}

/**
 * Adds properties to an application or a router, the first outermost; call it before adding routes. Errors thrown by
 * routes reach the properties unless an error handler of the host answers them.
 */
export function addProperties(
  app: ExpressApp,
  properties: readonly Property[],
  options: CallerOptions<ExpressRequest> = {},
): void {
  const handler = createPropertyHandler(properties, options);
  let isWhole = false;
  app.use((request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void) => {
    // Error handlers come last, and only now the host has added all of its own.
    if (!isWhole) app.use(createErrorHandler());
    isWhole = true;
    handler(request, response, next);
  });
}

/** The properties for individual routes: `app.post('/orders', createPropertyHandler([…]), handler)`. */
export function createPropertyHandler(
  properties: readonly Property[],
  options: CallerOptions<ExpressRequest> = {},
): ExpressHandler {
  const runProperties = createRunProperties(properties);
  return (incoming, response, next) => {
    prepareApp(incoming.app);
    const exchange = { incoming, response, caller: options.caller?.(incoming), addressOf: () => incoming.ip };
    runProperties(exchange, { run: () => next() }).catch((thrown) => {
      if (!failHandler(incoming, thrown)) next(thrown);
    });
  };
}

/** Responses of mounted applications inherit from those of the outermost application. */
function prepareApp(app: unknown): void {
  const { parent, response } = (app ?? {}) as { parent?: unknown; response?: object };
  if (parent !== undefined) prepareApp(parent);
  else if (response !== undefined) prepareResponses(response);
}

/** Passes errors to the properties; `addProperties` adds it automatically. */
export function createErrorHandler(): ExpressErrorHandler {
  return (error, request, _response, next) => {
    if (!failHandler(request, error)) next(error);
  };
}

interface Layer {
  route?: { path: unknown };
  path?: string;
  handle?: { stack?: readonly Layer[] };
  match(path: string): boolean;
}

/** A router has its own routes, in Express 5 in `router`, in Express 4 in `_router`, where `router` throws. */
function stackOf(app: ExpressApp): readonly Layer[] {
  const host = app as { stack?: readonly Layer[]; router?: Stacked; _router?: Stacked };
  if (host.stack !== undefined) return host.stack;
  return ('lazyrouter' in app ? host._router : host.router)?.stack ?? [];
}

interface Stacked {
  stack?: readonly Layer[];
}

/** The host's own route for this path, including nested routers. */
function findRoute(stack: readonly Layer[], path: string): string | undefined {
  for (const layer of stack) {
    if (!layer.match(path)) continue;
    if (layer.route !== undefined) return String(layer.route.path);
    const rest = path.slice(layer.path?.replace(/\/$/, '').length ?? 0) || '/';
    const inner = findRoute(layer.handle?.stack ?? [], rest);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
