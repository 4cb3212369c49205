/**
 * Applies properties to some requests only, for hosts whose router cannot do it or that configure them in one place.
 */
import { compose, defineProperty, type Property } from './property.js';
import { createRouteTest, type RoutePattern } from './route-pattern.js';

/**
 * Properties for some routes: `GET /tasks/{task_id}`, or a path alone for every method. HEAD counts as GET. All other
 * requests bypass the properties.
 */
export function onlyFor(routes: RoutePattern | readonly RoutePattern[], ...properties: readonly Property[]): Property {
  const matches = createRouteTest(typeof routes === 'string' ? [routes] : routes);
  const whole = compose(...properties);
  return defineProperty(
    (next) => {
      const inner = whole(next);
      return (request, call) => (matches(request) ? inner : next)(request, call);
    },
    {
      useDescription: whole.useDescription,
      previews: (request) => matches(request) && whole.previews?.(request) === true,
      usePreviews: whole.usePreviews,
      describe: (draft) =>
        whole.describe?.({
          get operations() {
            return draft.operations.filter(matches);
          },
          addOperation: (method, path, operation) => {
            if (matches({ method: method.toUpperCase(), url: `http://description${path}` }))
              draft.addOperation(method, path, operation);
          },
          addCodes: draft.addCodes,
        }),
    },
  );
}
