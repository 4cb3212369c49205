/** What an OpenAPI document says of requests, made ready to check them: addresses, methods, inputs and where each stands. */
import { type CompiledSchema, compileSchema, readOpenApi } from '@dragoman/core';
import { type HttpBinding, isJsonObject, type JsonObject, type JsonValue, type Operation } from '@dragoman/model';
import { matchPath, type PathPattern, readPathPattern } from '../path-pattern.js';

/** One operation as requests are held against it. */
export interface DescribedOperation {
  method: string;
  binding: HttpBinding;
  /** Schema of each input by its name. */
  inputs: JsonObject;
  /** Definitions that the schemas of inputs refer to. */
  definitions: JsonObject;
  schema: CompiledSchema;
}

/** One address with its operations by method. */
export interface DescribedRoute {
  pattern: PathPattern;
  operations: ReadonlyMap<string, DescribedOperation>;
}

/** A request's address as the description knows it. */
export interface FoundRoute {
  route: DescribedRoute;
  /** Texts of the path's variables, still encoded. */
  variables: Record<string, string>;
}

/** Reads the document; throws when it has errors, since requests could not be held against it. */
export function readRoutes(description: object): DescribedRoute[] {
  const context = { at: new Date(0).toISOString(), strict: false, ownOrigins: [] };
  const { value, diagnostics } = readOpenApi(description as JsonValue, context);
  if (value === undefined) {
    const told = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    throw new TypeError(`The description cannot be used: ${told.slice(0, 5).join('; ')}`);
  }
  const byPath = new Map<string, Map<string, DescribedOperation>>();
  for (const operation of value.operations.flatMap(describeOperation)) {
    const path = pathOf(operation.binding.urlTemplate);
    byPath.set(path, (byPath.get(path) ?? new Map()).set(operation.method, operation));
  }
  return [...byPath].map(([path, operations]) => ({ pattern: readPathPattern(path), operations }));
}

/** The route of a path; one with fewer variables goes before others. */
export function findRoute(routes: readonly DescribedRoute[], path: string): FoundRoute | undefined {
  let found: FoundRoute | undefined;
  for (const route of routes) {
    const variables = matchPath(route.pattern, path);
    if (variables === undefined) continue;
    if (found === undefined || count(variables) < count(found.variables)) found = { route, variables };
  }
  return found;
}

function count(variables: Record<string, string>): number {
  return Object.keys(variables).length;
}

function describeOperation({ binding, input }: Operation): DescribedOperation[] {
  if (binding.kind !== 'http' || !isJsonObject(input)) return [];
  const inputs = isJsonObject(input.properties) ? input.properties : {};
  const definitions = isJsonObject(input.$defs) ? input.$defs : {};
  return [{ method: binding.method.toUpperCase(), binding, inputs, definitions, schema: compileSchema(input) }];
}

/** Where the API is reached from outside is the servers' to say; the path below the host is what comes in here. */
function pathOf(urlTemplate: string): string {
  return urlTemplate.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/, '') || '/';
}
