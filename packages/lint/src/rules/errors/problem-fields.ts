/** Error schemas with listed fields, and lookups on them. */
import type { JsonObject } from '@dragoman/model';
import type { Api, SchemaNode } from '../../api/api.js';
import { findProperty, reportsState } from '../../api/operation-facts.js';

/** Error schemas, each once. */
export function listShapes(api: Api): SchemaNode[] {
  const found = new Map<string, SchemaNode>();
  for (const problem of api.problems) {
    const { schema } = problem;
    if (reportsState(problem)) continue;
    if (schema !== undefined && !found.has(schema.pointer)) found.set(schema.pointer, schema);
  }
  return [...found.values()];
}

/** A field of an error, also one level down: `{"error": {"code": …}}` is common. */
export function hasProblemField(api: Api, node: SchemaNode, names: readonly string[]): SchemaNode | undefined {
  const direct = findProperty(api, node, names);
  if (direct !== undefined) return direct;
  for (const [name, inner] of api.properties(node)) {
    const nested = /^errors?$|^fault$|^problem$/i.test(name) ? findProperty(api, inner, names) : undefined;
    if (nested !== undefined) return nested;
  }
  return undefined;
}

/** A document with one error of this schema, for cases; the operation accepts the parameter after the question mark. */
export function problemCase(schema: JsonObject, status = '400', operation = 'get /t?q'): JsonObject {
  const [name = '', query] = operation.split('?');
  const parameters = query === undefined ? [] : [{ name: query, in: 'query', schema: { type: 'string' } }];
  const responses = { [status]: { description: 'Refused', content: { 'application/problem+json': { schema } } } };
  return { [name]: { parameters, responses } };
}
