/** N-ACT on Express 4 and 5, and on anything else that takes `(request, response, next)`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNactFace, type NactOptions } from './nact-face.js';
import { answerNode } from './node.js';
import { reportClash } from './report-clash.js';

/** A request of Express, as far as it matters here. */
export interface ExpressRequest extends IncomingMessage {
  /** What a body parser of the host made of the body. */
  body?: unknown;
  /** What the host's authentication left behind. */
  user?: unknown;
}

/** A handler of Express. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** An application or a router of Express. */
export interface ExpressApp {
  use(handler: ExpressHandler): unknown;
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
    answerNode(face, request, response, parsedBody(request)).then((answered) => {
      if (!answered) next();
    }, next);
  };
}

/** A parser that ran before has used the stream up; what it made of it is written again. */
function parsedBody({ body, readableEnded }: ExpressRequest): string | Uint8Array | undefined {
  if (!readableEnded || body === undefined) return undefined;
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
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
