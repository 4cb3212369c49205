/** Routes as options name them, so that one property on a whole application can mean some of its requests. */
import { matchPath, readPathPattern, sentPath } from './path-pattern.js';

/** A route: `DELETE /tasks/{id}`, also with `:id`, or a path alone for every method. HEAD goes with GET. */
export type RoutePattern = string;

/** Makes the test whether a request is for one of the routes; throws for a pattern that means nothing. */
export function createRouteTest(patterns: readonly RoutePattern[]): (request: Request) => boolean {
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
  if (path === undefined) throw new TypeError(`'${pattern}' is no path, and no method with a path`);
  return { method, pattern: readPathPattern(path.replace(/:(\w+)/g, '{$1}')) };
}
