/**
 * Deprecation from the description (PROF-VER-06): operations with `deprecated` send it in their responses, with the
 * declared sunset and successor. Both come from one flag, so they never differ.
 */
import { type DescribedRoute, findRoute, operationOf, readRoutes } from '../../calls/described-routes.js';
import { sentPath } from '../../calls/path-pattern.js';
import { defineProperty, type Handle, type Property } from '../../calls/property.js';
import { createDeprecation, type DeprecationOptions, describeNotice } from './deprecation.js';

/** What is deprecated, and since when. */
export interface DescribedDeprecationOptions extends DeprecationOptions {
  /** The parsed OpenAPI document; `x-sunset` and `x-agent.replaced_by` are next to `deprecated`. */
  description: object;
  /** Start of the deprecation, for all operations or by operationId; documents do not contain it. */
  since: Date | Readonly<Record<string, Date>>;
  /** URL of a page that explains the changes. */
  page?: string;
}

/** Creates the property; throws for an unreadable document, and for a deprecated operation without a date. */
export function createDescribedDeprecation(options: DescribedDeprecationOptions): Property {
  const routes = readRoutes(options.description);
  const notices = new Map(routes.flatMap((route) => noticesOf(route, routes, options)));
  return defineProperty(
    (next) => {
      const handles = new Map<string, Handle>([...notices].map(([name, property]) => [name, property(next)]));
      return (request, call) => {
        const found = findRoute(routes, sentPath(request));
        const operation = found === undefined ? undefined : operationOf(found.route, request.method);
        return (handles.get(operation?.name ?? '') ?? next)(request, call);
      };
    },
    {
      describe: ({ operations }) => {
        for (const operation of operations) if (operation.isDeprecated) describeNotice(operation);
      },
    },
  );
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
  if (date === undefined) throw new TypeError(`The option since has no date for the deprecated operation ${name}`);
  return date;
}

/** The URL of the successor with the request's path variables, as far as both have them. */
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
