/**
 * Finds the route for a path as it was sent. Segments are split first and decoded once afterwards, so an encoded
 * slash stays inside its segment and encoded dots have no effect. A literal segment has precedence over a parameter,
 * and a parameter with an action (`{id}:invoke`) over one without. A catch-all segment is matched last.
 */
import type { Route } from '@dragoman/core/http';
import { Failure } from '@dragoman/model';
import type { Match } from './exchange.js';

/** Maximum number of segments; more than any route has. */
const maxSegments = 16;

interface Node {
  literals: Map<string, Node>;
  /** Parameters with an action, by `:action`. */
  actions: Map<string, Node>;
  parameter: Node | undefined;
  /** A parameter that matches the rest of the path. */
  tail: Node | undefined;
  /** Template and routes by method, when a route ends here. */
  path: string | undefined;
  routes: Map<string, { route: Route; names: readonly string[] }>;
}

/** Finds routes. */
export interface Router {
  /**
   * Returns an empty match for an unknown address; throws `INVALID_INPUT` for percent-encoding that cannot be
   * decoded.
   */
  match(method: string, rawPath: string): Match;
}

/** Maximum number of cached addresses, and their maximum length. */
const remembered = 1000;
const longestRemembered = 256;

/** Creates a router; throws on two routes for one method and address. */
export function createRouter(routes: readonly Route[]): Router {
  const root = createNode();
  for (const route of routes) insert(root, route);
  /** Matches of the most used addresses, so that a call does not parse its path again. */
  const known = new Map<string, Match>();
  return {
    match(method, rawPath) {
      const found = known.get(rawPath);
      if (found !== undefined && found.route?.method === method) return found;
      const made = findMatch(root, method, rawPath);
      if (made.route?.budget === 'invoke' && rawPath.length <= longestRemembered) {
        if (known.size >= remembered) known.clear();
        known.set(rawPath, made);
      }
      return made;
    },
  };
}

/** The routers of both listeners: one for gRPC, one for everything else. */
export interface Routers {
  plain: Router;
  grpc: Router;
}

/** Creates the routers of both listeners. */
export function createRouters(routes: readonly Route[]): Routers {
  const isGrpc = ({ grpc }: Route) => grpc === true;
  return { plain: createRouter(routes.filter((route) => !isGrpc(route))), grpc: createRouter(routes.filter(isGrpc)) };
}

function findMatch(root: Node, method: string, rawPath: string): Match {
  const segments = rawPath.split('/').slice(1);
  if (segments.length > maxSegments) return unmatched;
  const values: string[] = [];
  const node = descend(root, segments.map(decodeSegment), values);
  if (node?.path === undefined) return unmatched;
  const found = node.routes.get(method) ?? (method === 'HEAD' ? node.routes.get('GET') : undefined);
  const params = Object.fromEntries((found?.names ?? []).map((name, index) => [name, values[index] ?? '']));
  return { path: node.path, route: found?.route, allow: allowed(node), params };
}

const unmatched: Match = Object.freeze({ path: undefined, route: undefined, allow: [], params: {} });

function createNode(): Node {
  const children = { literals: new Map(), actions: new Map(), parameter: undefined, tail: undefined };
  return { ...children, path: undefined, routes: new Map() };
}

function insert(root: Node, route: Route): void {
  let node = root;
  const names: string[] = [];
  const segments = route.path.split('/').slice(1);
  for (const [at, segment] of segments.entries()) {
    const [, name, action] = /^\{(\w+)\}(:\w+)?$/.exec(segment) ?? [];
    const isTail = route.tail === true && at === segments.length - 1;
    if (name === undefined) node = childOf(node.literals, segment);
    else {
      names.push(name);
      if (isTail) node = tailOf(node);
      else node = action === undefined ? parameterOf(node) : childOf(node.actions, action);
    }
  }
  if (node.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`);
  node.path ??= route.path;
  node.routes.set(route.method, { route, names });
}

function parameterOf(node: Node): Node {
  node.parameter ??= createNode();
  return node.parameter;
}

function tailOf(node: Node): Node {
  node.tail ??= createNode();
  return node.tail;
}

function childOf(children: Map<string, Node>, name: string): Node {
  const child = children.get(name) ?? createNode();
  children.set(name, child);
  return child;
}

function descend(root: Node, segments: readonly string[], values: string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const [at, segment] of segments.entries()) {
    const literal: Node | undefined = node.literals.get(segment);
    if (literal === undefined) {
      const [value, next]: [string, Node | undefined] = takeParameter(node, segment);
      if (next === undefined && node.tail !== undefined) return takeTail(node.tail, segments.slice(at), values);
      if (value === '' || next === undefined) return undefined;
      values.push(value);
      node = next;
    } else node = literal;
  }
  return node;
}

/** Segments are encoded again, so that a slash inside a segment stays there. */
function takeTail(tail: Node, rest: readonly string[], values: string[]): Node | undefined {
  if (rest[0] === '') return undefined;
  values.push(rest.map(encodeURIComponent).join('/'));
  return tail;
}

/** The value of a segment and the node it leads to; the action is cut off after the last colon. */
function takeParameter(node: Node, segment: string): [string, Node | undefined] {
  const colon = segment.lastIndexOf(':');
  const acted = colon > 0 ? node.actions.get(segment.slice(colon)) : undefined;
  return acted === undefined ? [segment, node.parameter] : [segment.slice(0, colon), acted];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Failure('INVALID_INPUT', { message: 'The path has a percent-encoding that is not valid UTF-8.' });
  }
}

function allowed(node: Node): string[] {
  const methods = [...node.routes.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}
