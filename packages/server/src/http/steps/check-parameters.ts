/** Rejects unknown query parameters, so that a misspelled one is not silently ignored. */
import type { Route } from '@dragoman/core/http';
import type { FieldError } from '@dragoman/model';
import { Failure, nearestName } from '@dragoman/model';
import type { Step } from '../exchange.js';

/** Maximum number of unknown parameters that an error lists. */
const maxNamed = 20;

/** The step. It skips probes, and routes that check their additional filter parameters themselves. */
export const checkParameters: Step = (exchange, next) => {
  const route = exchange.match?.route;
  if (exchange.search === '' || route === undefined || route.budget === 'none' || route.freeParameters === true) {
    return next(exchange);
  }
  const fieldErrors = unknownParameters(route, exchange.url);
  if (fieldErrors.length === 0) return next(exchange);
  throw new Failure('INVALID_INPUT', { message: 'The URL has unknown query parameters.', fieldErrors });
};

function unknownParameters(route: Route, url: URL): FieldError[] {
  const known = (route.describe.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name);
  const unknown = [...new Set(url.searchParams.keys())].filter((name) => !known.includes(name));
  return unknown.slice(0, maxNamed).map((name) => {
    const near = nearestName(name, known);
    const others = known.length === 0 ? 'this route has no parameters' : `known parameters: ${known.join(', ')}`;
    const detail = `unknown parameter; ${near === undefined ? others : `did you mean '${near}'?`}`;
    return { field: name.slice(0, 100), code: 'request/unknown-parameter', detail };
  });
}
