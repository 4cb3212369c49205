/**
 * Deprecation from the description (PROF-VER-06): operations that it marks with `deprecated` say so in their answers, with the
 * sunset and the successor that stand beside the mark. One flag feeds both, so that they never differ.
 */
import { type DescribedRoute, findRoute, operationOf, readRoutes } from '../described-routes.js';
import { sentPath } from '../path-pattern.js';
import type { Handle, Property } from '../property.js';
import { createDeprecation, type DeprecationOptions } from './deprecation.js';

/** What is deprecated, and since when. */
export interface DescribedDeprecationOptions extends DeprecationOptions {
  /** The OpenAPI document, parsed; `x-sunset` and `x-agent.replaced_by` stand beside `deprecated`. */
  description: object;
  /** Since when, for all operations or by operationId; no document says it. */
  since: Date | Readonly<Record<string, Date>>;
  /** Address of a page that explains the changes. */
  page?: string;
}

/** Makes the property; throws for a document that cannot be read, and for a deprecated operation of no date. */
export function createDescribedDeprecation(options: DescribedDeprecationOptions): Property {
  const routes = readRoutes(options.description);
  const notices = new Map(routes.flatMap((route) => noticesOf(route, routes, options)));
  return (next) => {
    const handles = new Map<string, Handle>([...notices].map(([name, property]) => [name, property(next)]));
    return (request, call) => {
      const found = findRoute(routes, sentPath(request));
      const operation = found === undefined ? undefined : operationOf(found.route, request.method);
      return (handles.get(operation?.name ?? '') ?? next)(request, call);
    };
  };
}

function noticesOf(
  { operations }: DescribedRoute,
  routes: readonly DescribedRoute[],
  { since, page, description: _, ...options }: DescribedDeprecationOptions,
): [string, Property][] {
  return [...operations.values()].flatMap(({ name, lifecycle: { deprecated, sunset, replacement } }) => {
    if (deprecated !== true) return [];
    const successor = routes.find((route) => [...route.operations.values()].some((each) => each.name === replacement));
    const notice = {
      since: sinceOf(name, since),
      ...(sunset === undefined ? {} : { sunset: new Date(sunset) }),
      ...(successor === undefined
        ? {}
        : { replacement: (request: Request) => fillPath(successor.path, request, routes) }),
      ...(page === undefined ? {} : { page }),
    };
    return [[name, createDeprecation(notice, options)]];
  });
}

function sinceOf(name: string, since: DescribedDeprecationOptions['since']): Date {
  const date = since instanceof Date ? since : since[name];
  if (date === undefined) throw new TypeError(`Nobody says since when ${name} is deprecated`);
  return date;
}

/** The address of the successor of just what was asked for, as far as both have the same variables. */
function fillPath(path: string, request: Request, routes: readonly DescribedRoute[]): string {
  const { variables = {} } = findRoute(routes, sentPath(request)) ?? {};
  return path.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? encodeURI(decode(variables[name] ?? '')) : encodeURIComponent(whole),
  );
}

function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return '';
  }
}
