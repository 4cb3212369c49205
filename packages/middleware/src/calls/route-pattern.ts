/** Route patterns in options, so that a property of a whole application can select some requests. */
import { matchPath, readPathPattern, sentPath } from './path-pattern.js';

/** A route: `DELETE /tasks/{id}`, also with `:id`, or a path alone for every method. HEAD counts as GET. */
export type RoutePattern = string;

/** Compiles routes to a request test; throws for an invalid pattern. */
export function createRouteTest(
  patterns: readonly RoutePattern[],
): (request: Pick<Request, 'method' | 'url'>) => boolean {
  const routes = patterns.map(readRoute);
  return (request) => {
    const path = sentPath(request);
    const asked = request.method === 'HEAD' ? 'GET' : request.method;
    return routes.some(
      ({ method, pattern }) => (method === undefined || method === asked) && matchPath(pattern, path) !== undefined,
    );
  };
}

function readRoute(pattern: RoutePattern) {
  const [, method, path] = /^(?:([A-Z]+) )?(\/\S*)$/.exec(pattern) ?? [];
  if (path === undefined) throw new TypeError(`'${pattern}' is not a path, or a method with a path`);
  return { method, pattern: readPathPattern(path.replace(/:(\w+)/g, '{$1}')) };
}
