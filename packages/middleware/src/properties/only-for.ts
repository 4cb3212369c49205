/** Properties for some requests only, for hosts whose router cannot say it or that keep them all in one place. */
import { compose, type Property } from './property.js';
import { createRouteTest, type RoutePattern } from './route-pattern.js';

/**
 * Properties that only requests of some routes pass: `GET /tasks/{task_id}`, or a path alone for every method. HEAD goes with
 * GET. All other requests go on as if the properties were not there.
 */
export function onlyFor(routes: RoutePattern | readonly RoutePattern[], ...properties: readonly Property[]): Property {
  const matches = createRouteTest(typeof routes === 'string' ? [routes] : routes);
  return (next) => {
    const inner = compose(...properties)(next);
    return (request, call) => (matches(request) ? inner : next)(request, call);
  };
}
