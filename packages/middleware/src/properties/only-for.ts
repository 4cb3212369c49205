/** Properties for some requests only, for hosts whose router cannot say it or that keep them all in one place. */
import { matchPath, readPathPattern } from './path-pattern.js';
import { compose, type Property } from './property.js';

/**
 * Properties that only requests of one address pass: `GET /tasks/{task_id}`, or a path alone for every method. HEAD goes with
 * GET. All other requests go on as if the properties were not there.
 */
export function onlyFor(address: string, ...properties: readonly Property[]): Property {
  const [, method, path = ''] = /^(?:([A-Z]+) )?(\/.*)$/.exec(address) ?? [];
  if (path === '') throw new TypeError(`'${address}' is no path, and no method with a path`);
  const pattern = readPathPattern(path);
  const matches = (request: Request) =>
    (method === undefined || method === (request.method === 'HEAD' ? 'GET' : request.method)) &&
    matchPath(pattern, new URL(request.url).pathname) !== undefined;
  return (next) => {
    const inner = compose(...properties)(next);
    return (request, call) => (matches(request) ? inner : next)(request, call);
  };
}
