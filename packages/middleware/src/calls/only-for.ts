/**
 * Applies properties to some requests only, for hosts whose router cannot do it or that configure them in one place.
 */
import { compose, type Property } from './property.js';
import { createRouteTest, type RoutePattern } from './route-pattern.js';

/**
 * Properties for some routes: `GET /tasks/{task_id}`, or a path alone for every method. HEAD counts as GET. All other
 * requests bypass the properties.
 */
export function onlyFor(routes: RoutePattern | readonly RoutePattern[], ...properties: readonly Property[]): Property {
  const matches = createRouteTest(typeof routes === 'string' ? [routes] : routes);
  return (next) => {
    const inner = compose(...properties)(next);
    return (request, call) => (matches(request) ? inner : next)(request, call);
  };
}
