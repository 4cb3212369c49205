/** What repairs inspect in an operation: whether it reads, its inputs by name, and the list or object in its output. */

import { findOtherRule, resolveSchema, soleType } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';

/** Members that usually have the list of an answer (profile, LIST). */
const listKeys = ['items', 'data', 'results', 'records', 'values', 'entries'];

/** Keywords that constrain an object beyond its own properties. */
const combining = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas'];

/** True when a call only reads: declared, or by the semantics of HTTP. */
export function isRead({ impact, binding }: Operation): boolean {
  if (impact !== undefined) return impact === 'informational';
  return binding.kind === 'http' && (binding.method === 'GET' || binding.method === 'HEAD');
}

/** Names compared without case and punctuation. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The input among these names, in the operation's spelling. */
export function inputNamed(schema: JsonValue, names: readonly string[]): string | undefined {
  return Object.keys(schemaProperties(schema)).find((name) => names.includes(plainName(name)));
}

/** True for an object that is fully described by its properties. */
export function isPlainObject(schema: JsonValue | undefined): schema is JsonObject {
  if (!isJsonObject(schema) || combining.some((keyword) => Object.hasOwn(schema, keyword))) return false;
  return soleType(schema) === 'object' || (schema.type === undefined && isJsonObject(schema.properties));
}

/**
 * True for an object to which members can be added, and from which they can be removed, without violating a rule of it.
 */
export function isChangeable(schema: JsonValue | undefined): schema is JsonObject {
  return (
    isPlainObject(schema) &&
    findOtherRule(schema, ['type', 'properties', 'required', 'additionalProperties']) === undefined
  );
}

/** True for a list from which items can be removed without violating a rule of it. */
function isPlainList(schema: JsonObject): boolean {
  return soleType(schema) === 'array' && findOtherRule(schema, ['type', 'items', 'maxItems']) === undefined;
}

/** A schema that can be modified: a top-level reference is resolved, its definitions kept. */
export function openSchema(schema: JsonSchema): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  if (schema.$ref === undefined) return schema;
  const resolved = resolveSchema(schema, schema);
  if (resolved === undefined) return undefined;
  return isJsonObject(schema.$defs) ? { ...resolved, $defs: schema.$defs } : resolved;
}

/** Location of the list in an output, and the schema of its items when known. */
export interface ListShape {
  /** Name of the member; the empty string when the output is the list. */
  at: string;
  item: JsonObject | undefined;
}

/** The list of an output; `loose` accepts the only list of objects, whatever its name. */
export function findList(output: JsonSchema, { loose = false } = {}): ListShape | undefined {
  const open = openSchema(output);
  if (open === undefined) return undefined;
  if (soleType(open) === 'array') return isPlainList(open) ? { at: '', item: itemOf(open, open) } : undefined;
  if (!isPlainObject(open)) return undefined;
  const lists = Object.entries(schemaProperties(open)).flatMap(([at, schema]) => {
    const list = resolveSchema(open, schema);
    return list !== undefined && isPlainList(list) ? [{ at, item: itemOf(open, list) }] : [];
  });
  const named = lists.find(({ at }) => listKeys.includes(plainName(at)));
  if (named !== undefined || !loose) return named;
  const ofObjects = lists.filter(({ item }) => item !== undefined && soleType(item) === 'object');
  return ofObjects.length === 1 ? ofObjects[0] : undefined;
}

function itemOf(root: JsonObject, list: JsonObject): JsonObject | undefined {
  return list.items === undefined ? undefined : resolveSchema(root, list.items);
}

/** True when every reference points into the definitions, so that the schema may become part of another. */
export function isMovable(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.every(isMovable);
  if (!isJsonObject(schema)) return true;
  const { $ref: reference, $dynamicRef: dynamic, $id: id } = schema;
  if (dynamic !== undefined || typeof id === 'string') return false;
  if (typeof reference === 'string' && !reference.startsWith('#/$defs/')) return false;
  return Object.values(schema).every(isMovable);
}

/** The list of an output wrapped in an object, so that members can be added next to it. */
export function wrapList(output: JsonObject): JsonObject | undefined {
  if (!isMovable(output)) return undefined;
  const { $defs: definitions, $schema: _, ...list } = output;
  return {
    type: 'object',
    properties: { items: list },
    required: ['items'],
    ...(definitions === undefined ? {} : { $defs: definitions }),
  };
}

/** The object with further properties. */
export function withProperties(schema: JsonObject, more: JsonObject): JsonObject {
  return { ...schema, properties: { ...schemaProperties(schema), ...more } };
}
