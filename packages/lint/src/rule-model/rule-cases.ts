/** Expands the short form of a rule's cases into whole documents, for the tests and the rule's page. */
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** A whole document from a case: `'get /tasks'` is an operation, everything else a root member. */
export function buildCase(given: JsonObject): JsonObject {
  const root: JsonObject = { openapi: '3.1.0', info: { title: 'Task tracker', version: '1.0.0' } };
  const paths: JsonObject = {};
  for (const [name, value] of Object.entries(given)) {
    const [, method, path] = /^([a-z]+) (\/.*)$/.exec(name) ?? [];
    if (method === undefined || path === undefined || !isJsonObject(value)) {
      root[name] = value;
      continue;
    }
    const item = paths[path];
    const operation = { responses: { '200': { description: 'Done' } }, ...value };
    paths[path] = { ...(isJsonObject(item) ? item : {}), [method]: operation };
  }
  return { ...root, paths: { ...(isJsonObject(root.paths) ? root.paths : {}), ...paths } };
}

/** A JSON response with a schema, for cases. */
export function answer(schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { '200': { description: 'Done', content: { 'application/json': { schema } }, ...more } };
}

/** A JSON request body with a schema, for cases. */
export function body(schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { content: { 'application/json': { schema, ...more } } };
}

/** An object schema with these properties, for cases. */
export function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}
