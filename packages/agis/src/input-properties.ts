/** The parameters of an endpoint: the properties of its input, including references into the document. */

import { getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Parameters with their schemas, and the required ones. */
export interface InputProperties {
  properties: ReadonlyMap<string, JsonValue>;
  required: ReadonlySet<string>;
  /** True when a part could not be resolved, so that there may be further parameters. */
  open: boolean;
}

/** Maximum number of references followed in one input. */
const maxSteps = 50;

/** Collects the properties of a schema and of the schemas that it references or combines. */
export function listInputProperties(input: JsonValue | undefined, document: JsonObject): InputProperties {
  const properties = new Map<string, JsonValue>();
  const required = new Set<string>();
  let open = false;
  const queue: (JsonValue | undefined)[] = [input];
  for (let steps = 0; queue.length > 0; steps += 1) {
    const schema = queue.pop();
    if (!isJsonObject(schema) || steps > maxSteps) {
      open = open || steps > maxSteps;
      continue;
    }
    if (isJsonObject(schema.properties)) {
      for (const [name, property] of Object.entries(schema.properties)) properties.set(name, property);
    }
    for (const name of Array.isArray(schema.required) ? schema.required : []) required.add(String(name));
    if (typeof schema.$ref === 'string') {
      const target = schema.$ref.startsWith('#') ? getPointer(document, schema.$ref.slice(1)) : undefined;
      if (target === undefined) open = true;
      queue.push(target);
    }
    for (const list of [schema.allOf, schema.anyOf, schema.oneOf]) queue.push(...(Array.isArray(list) ? list : []));
  }
  return { properties, required, open };
}

/** Names in braces of a path: `/order/{order_id}` has `order_id`. */
export function listPathParameters(path: string): string[] {
  return [...path.slice(0, 2_000).matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name);
}
