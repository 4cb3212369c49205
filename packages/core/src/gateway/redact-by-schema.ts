/**
 * Withholds the parts of a value that its schema marks as secret: passwords (`format: password`), members that are only
 * written (`writeOnly`), and those marked `x-secret` or `x-sensitive`. Where alternatives disagree, one mark is enough.
 */
import { getPointer } from '@dragoman/documents';
import type { JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { withheldSecret } from './redact-text.js';

/** Pairs of a value and a schema that are compared, and their nesting; a schema can refer to itself in many ways. */
const maxSteps = 20_000;
const maxDepth = 200;

const mark = /"(?:writeOnly|x-secret|x-sensitive)":true|"format":"password"/;

/** The value without secret parts; undefined when the schema is too complex to find all of them. */
export function redactBySchema(value: JsonValue, schema: JsonSchema): JsonValue | undefined {
  if (!mark.test(JSON.stringify(schema))) return value;
  const walk = { root: schema, steps: 0, depth: 0 };
  const kept = redact(walk, value, schema);
  return walk.steps > maxSteps ? undefined : kept;
}

interface Walk {
  root: JsonSchema;
  steps: number;
  depth: number;
}

function redact(walk: Walk, value: JsonValue, schema: unknown): JsonValue {
  walk.steps += walk.depth > maxDepth ? maxSteps : 1;
  if (walk.steps > maxSteps || !isJsonObject(schema)) return value;
  if (isSecret(schema)) return withheldSecret;
  walk.depth += 1;
  const kept = redactParts(walk, value, schema);
  walk.depth -= 1;
  return kept;
}

function redactParts(walk: Walk, value: JsonValue, schema: ObjectSchema): JsonValue {
  let kept = value;
  for (const other of othersOf(walk, schema)) kept = redact(walk, kept, other);
  if (Array.isArray(kept)) return kept.map((each, at) => redact(walk, each, itemSchema(schema, at)));
  if (!isJsonObject(kept)) return kept;
  return Object.fromEntries(
    Object.entries(kept).map(([name, member]) => [name, redact(walk, member, memberSchema(schema, name))]),
  );
}

type ObjectSchema = Readonly<Record<string, unknown>>;

function isSecret(schema: ObjectSchema): boolean {
  return (
    schema.format === 'password' ||
    schema.writeOnly === true ||
    schema['x-secret'] === true ||
    schema['x-sensitive'] === true
  );
}

/** Schemas that apply to the same value. */
function othersOf({ root }: Walk, { $ref: reference, allOf, anyOf, oneOf, ...schema }: ObjectSchema): unknown[] {
  const lists = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [targetOf(root, reference), ...lists, schema.if, schema.then, schema.else].filter(
    (each) => each !== undefined,
  );
}

/** References of stored schemas are local. */
function targetOf(root: JsonSchema, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#') || !isJsonObject(root)) return undefined;
  const pointer = reference.slice(1);
  return getPointer(root, pointer) ?? (pointer.includes('%') ? getPointer(root, unescapePointer(pointer)) : undefined);
}

function unescapePointer(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

function itemSchema({ prefixItems, items }: ObjectSchema, at: number): unknown {
  return Array.isArray(prefixItems) && at < prefixItems.length ? prefixItems[at] : items;
}

function memberSchema({ properties, additionalProperties }: ObjectSchema, name: string): unknown {
  const own = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return own ?? additionalProperties;
}
