/** N-ACT and properties on Express 4 and 5, and on anything else that takes `(request, response, next)`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parsedBody } from './hosting/node-body.js';
import { createRunProperties, failHandler } from './hosting/run-properties.js';
import { prepareResponses } from './hosting/take-over.js';
import { createNactFace, type NactOptions } from './nact-face.js';
import { answerNode } from './node.js';
import type { CallerOptions } from './properties/call-context.js';
import type { Property } from './properties/property.js';
import { reportClash } from './report-clash.js';

/** A request of Express, as far as it matters here. */
export interface ExpressRequest extends IncomingMessage {
  /** What a body parser of the host made of the body. */
  body?: unknown;
  /** What the host's authentication left behind. */
  user?: unknown;
  /** Address of the caller, behind the proxies that the host trusts. */
  ip?: string | undefined;
  /** The application that has the request just now. */
  app?: unknown;
}

/** A handler of Express. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** A handler of Express for what others threw. */
export type ExpressErrorHandler = (
  error: unknown,
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** An application or a router of Express. */
export interface ExpressApp {
  use(handler: ExpressHandler | ExpressErrorHandler): unknown;
}

/** Mounts N-ACT on an application; throws when a route of the host is already there. */
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
 * Gives an application, or a router, the properties, the first outermost; add them before the routes. What routes throw
 * reaches the properties when no error handler of the host has answered it.
 */
export function addProperties(
  app: ExpressApp,
  properties: readonly Property[],
  options: CallerOptions<ExpressRequest> = {},
): void {
  const handler = createPropertyHandler(properties, options);
  let isWhole = false;
  app.use((request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void) => {
    // Error handlers come last, and only now everything is there that the host has of its own.
    if (!isWhole) app.use(createErrorHandler());
    isWhole = true;
    handler(request, response, next);
  });
}

/** The properties for single routes: `app.post('/orders', createPropertyHandler([…]), handler)`. */
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

/** Responses of applications that are mounted in others inherit from those of the outermost. */
function prepareApp(app: unknown): void {
  const { parent, response } = (app ?? {}) as { parent?: unknown; response?: object };
  if (parent !== undefined) prepareApp(parent);
  else if (response !== undefined) prepareResponses(response);
}

/** Brings what was thrown to the properties that stand before; `addProperties` adds it by itself. */
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

/** A router has its routes itself, Express 5 in `router`, Express 4 in `_router`, where `router` only throws. */
function stackOf(app: ExpressApp): readonly Layer[] {
  const host = app as { stack?: readonly Layer[]; router?: Stacked; _router?: Stacked };
  if (host.stack !== undefined) return host.stack;
  return ('lazyrouter' in app ? host._router : host.router)?.stack ?? [];
}

interface Stacked {
  stack?: readonly Layer[];
}

/** The host's own route that would answer this path, looked for in its routers too. */
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
