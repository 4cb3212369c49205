/** Refuses query parameters that the route does not have: a misspelt one must not be passed over in silence. */
import type { Route } from '@dragoman/core/http';
import type { FieldError } from '@dragoman/model';
import { Failure, nearestName } from '@dragoman/model';
import type { Step } from '../exchange.js';

/** Most unknown parameters that a refusal names. */
const mostNamed = 20;

/** The step. Probes are left alone, and so are routes whose further parameters are filters that they check themselves. */
export const checkParameters: Step = (exchange, next) => {
  const route = exchange.match?.route;
  if (exchange.search === '' || route === undefined || route.budget === 'none' || route.freeParameters === true) {
    return next(exchange);
  }
  const fieldErrors = unknownParameters(route, exchange.url);
  if (fieldErrors.length === 0) return next(exchange);
  throw new Failure('INVALID_INPUT', { message: 'The address has parameters that are not known here.', fieldErrors });
};

function unknownParameters(route: Route, url: URL): FieldError[] {
  const known = (route.describe.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name);
  const unknown = [...new Set(url.searchParams.keys())].filter((name) => !known.includes(name));
  return unknown.slice(0, mostNamed).map((name) => {
    const near = nearestName(name, known);
    const others = known.length === 0 ? 'there are none here' : `there are ${known.join(', ')}`;
    const detail = `no such parameter; ${near === undefined ? others : `did you mean '${near}'?`}`;
    return { field: name.slice(0, 100), code: 'request/unknown-parameter', detail };
  });
}
