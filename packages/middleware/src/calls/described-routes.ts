/** The facts of an OpenAPI document that properties need: URLs, methods, inputs and deprecations. */

import { readOpenApi } from '@dragoman/core/conversion';
import { type CompiledSchema, compileSchema } from '@dragoman/documents';
import {
  type HttpBinding,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Lifecycle,
  type Operation,
  schemaProperties,
} from '@dragoman/model';
import { matchPath, type PathPattern, readPathPattern } from './path-pattern.js';

/** One operation that requests are validated against. */
export interface DescribedOperation {
  /** The operationId, or its substitute. */
  name: string;
  method: string;
  binding: HttpBinding;
  /** Schema of each input by its name. */
  inputs: JsonObject;
  /** Definitions that the input schemas refer to. */
  definitions: JsonObject;
  schema: CompiledSchema;
  lifecycle: Lifecycle;
  /** The same operation for requests with a body, where the body is optional: what is sent must be complete. */
  withBody?: DescribedOperation;
}

/** One path with its operations by method. */
export interface DescribedRoute {
  path: string;
  pattern: PathPattern;
  operations: ReadonlyMap<string, DescribedOperation>;
}

/** The described route of a request's path. */
export interface FoundRoute {
  route: DescribedRoute;
  /** Values of the path variables, still encoded. */
  variables: Record<string, string>;
}

/** Reads the document; throws when it has errors, because requests could not be validated. */
export function readRoutes(description: object): DescribedRoute[] {
  const byPath = new Map<string, Map<string, DescribedOperation>>();
  const operations = readOperations(description as JsonValue);
  const hasOptional = operations.some(({ binding: { body } }) => body !== undefined && body.required !== true);
  const complete = hasOptional ? readOperations(requireBodies(description as JsonValue)) : [];
  for (const [at, operation] of operations.entries()) {
    const { binding, method } = operation;
    const withBody = binding.body?.required === true ? undefined : complete[at];
    const path = pathOf(binding.urlTemplate);
    const known = byPath.get(path) ?? new Map<string, DescribedOperation>();
    byPath.set(path, known.set(method, withBody === undefined ? operation : { ...operation, withBody }));
  }
  return [...byPath].map(([path, each]) => ({ path, pattern: readPathPattern(path), operations: each }));
}

function readOperations(description: JsonValue): DescribedOperation[] {
  const context = { at: new Date(0).toISOString(), strict: false, ownOrigins: [] };
  const { value, diagnostics } = readOpenApi(description, context);
  if (value === undefined) {
    const messages = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    throw new TypeError(`The description is unusable: ${messages.slice(0, 5).join('; ')}`);
  }
  return value.operations.flatMap(describeOperation);
}

/** The document with all its bodies required. */
function requireBodies(value: JsonValue): JsonValue {
  const items = (holder: JsonValue | undefined) => (isJsonObject(holder) ? Object.values(holder) : []);
  const copy = structuredClone(value);
  if (!isJsonObject(copy)) return copy;
  const components = isJsonObject(copy.components) ? copy.components : {};
  const operations = [...items(copy.paths), ...items(components.pathItems)].flatMap(items);
  const bodies = [...operations.flatMap((each) => (isJsonObject(each) ? [each.requestBody] : []))];
  for (const body of [...bodies, ...items(components.requestBodies)]) {
    if (isJsonObject(body) && body.$ref === undefined) body.required = true;
  }
  return copy;
}

/** The route of a path; one with fewer variables takes precedence. */
export function findRoute(routes: readonly DescribedRoute[], path: string): FoundRoute | undefined {
  let found: FoundRoute | undefined;
  for (const route of routes) {
    const variables = matchPath(route.pattern, path);
    if (variables === undefined) continue;
    if (found === undefined || count(variables) < count(found.variables)) found = { route, variables };
  }
  return found;
}

/** The operation for a method; HEAD uses GET. */
export function operationOf({ operations }: DescribedRoute, method: string): DescribedOperation | undefined {
  return operations.get(method) ?? (method === 'HEAD' ? operations.get('GET') : undefined);
}

function count(variables: Record<string, string>): number {
  return Object.keys(variables).length;
}

function describeOperation({ name, binding, input, lifecycle = {}, extra }: Operation): DescribedOperation[] {
  if (binding.kind !== 'http' || !isJsonObject(input)) return [];
  const inputs = schemaProperties(input);
  const definitions = isJsonObject(input.$defs) ? input.$defs : {};
  const method = binding.method.toUpperCase();
  const { operationId = name } = binding;
  const gone = { ...lifecycle, ...replacementOf(extra) };
  return [{ name: operationId, method, binding, inputs, definitions, schema: compileSchema(input), lifecycle: gone }];
}

/** The servers declare the external base URL; only the path below the host arrives here. */
function pathOf(urlTemplate: string): string {
  return urlTemplate.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/, '') || '/';
}

/** The successor in the document, by its operationId. */
function replacementOf(extra: JsonObject = {}): Pick<Lifecycle, 'replacement'> {
  const { 'x-agent': agent, 'x-replaced-by': plain } = extra;
  const named = isJsonObject(agent) ? (agent.replaced_by ?? plain) : plain;
  return typeof named === 'string' ? { replacement: named } : {};
}
