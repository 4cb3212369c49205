/** Unknown properties are rejected here, so that a misspelled name is reported instead of ignored. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import type { Repair } from './repair.js';
import { isPlainObject } from './schema-shape.js';

/** Maximum depth of a schema that is processed. */
const deepest = 32;

/** The repair; schemas that are declared open stay open. */
export const closedInput: Repair = {
  name: 'closed-input',
  title: 'Unknown properties rejected',
  supplies:
    'Inputs with properties that the description does not define are rejected, and the error names each property; objects that are declared open or combined do not change.',
  mode: 'off',
  surface: true,
  concerns: ({ input }) => isJsonObject(input) && close(input) !== input,
  apply(draft) {
    const closed = close(draft.input);
    if (closed === draft.input || !isJsonObject(closed)) return false;
    draft.input = closed;
    draft.repairs.closed = true;
    return true;
  },
};

/** The same object when there is nothing to close. */
function close(schema: JsonObject): JsonValue {
  // A closed part of a combination rejects the properties of its siblings, so definitions are unchanged where there is
  // one.
  const combined = mentions(schema, 'allOf');
  const closed = closeAt(schema, 0);
  const { $defs: definitions } = schema;
  if (combined || !isJsonObject(definitions) || !isJsonObject(closed)) return closed;
  const inner = mapMembers(definitions, (each) => closeAt(each, 1));
  return inner === definitions ? closed : { ...closed, $defs: inner };
}

function closeAt(schema: JsonValue, depth: number): JsonValue {
  if (!isJsonObject(schema) || depth > deepest) return schema;
  const inner = closeInside(schema, depth);
  const open = inner.additionalProperties === undefined && inner.unevaluatedProperties === undefined;
  if (!open || !isPlainObject(inner) || inner.patternProperties !== undefined) return inner;
  if (Object.keys(schemaProperties(inner)).length === 0) return inner;
  return { ...inner, additionalProperties: false };
}

function closeInside(schema: JsonObject, depth: number): JsonObject {
  const { properties, items } = schema;
  let made = schema;
  if (isJsonObject(properties)) {
    const closed = mapMembers(properties, (each) => closeAt(each, depth + 1));
    if (closed !== properties) made = { ...made, properties: closed };
  }
  if (isJsonObject(items)) {
    const closed = closeAt(items, depth + 1);
    if (closed !== items) made = { ...made, items: closed };
  }
  return made;
}

function mapMembers(object: JsonObject, map: (value: JsonValue) => JsonValue): JsonObject {
  const entries = Object.entries(object).map(([name, value]) => [name, value, map(value)] as const);
  if (entries.every(([, value, mapped]) => value === mapped)) return object;
  return Object.fromEntries(entries.map(([name, , mapped]) => [name, mapped]));
}

function mentions(value: JsonValue, keyword: string, depth = 0): boolean {
  if (depth > 2 * deepest || typeof value !== 'object' || value === null) return false;
  if (isJsonObject(value) && Array.isArray(value[keyword])) return true;
  return Object.values(value).some((each) => mentions(each as JsonValue, keyword, depth + 1));
}
