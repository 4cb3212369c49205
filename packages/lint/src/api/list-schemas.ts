/** Every schema of an API, each once, in the place where it is written. */
import type { Api, SchemaNode } from './api.js';
import { listParameters } from './operation-facts.js';

/** The schemas of inputs, outputs, errors and parameters; use it with `api.once`. */
export function listSchemas(api: Api): SchemaNode[] {
  const found = new Map<string, SchemaNode>();
  const add = (node: SchemaNode) => {
    if (!found.has(node.pointer)) found.set(node.pointer, node);
  };
  for (const node of api.inputs) add(node);
  for (const node of api.outputs) add(node);
  for (const { schema } of api.problems) {
    if (schema !== undefined && !found.has(schema.pointer)) for (const node of api.walk(schema)) add(node);
  }
  for (const { schema } of api.once(listParameters)) {
    if (schema !== undefined && !found.has(schema.pointer)) for (const node of api.walk(schema)) add(node);
  }
  return [...found.values()];
}
