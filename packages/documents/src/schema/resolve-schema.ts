/** Follows references inside a JSON Schema, tells its one type, and finds the rules that stand beside known ones. */
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { getPointer } from './pointer.js';

/** References that are followed one after the other. */
const mostHops = 8;

/** Keywords that restrict nothing. */
const annotations: readonly string[] = [
  '$schema',
  '$id',
  '$anchor',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  'format',
  'nullable',
  'contentMediaType',
  'contentEncoding',
];

/** The schema behind references inside the same document; undefined when they lead nowhere or in a circle. */
export function resolveSchema(root: JsonSchema, schema: JsonValue): JsonObject | undefined {
  let current = schema;
  for (let hop = 0; hop < mostHops; hop += 1) {
    if (!isJsonObject(current)) return undefined;
    const { $ref: reference } = current;
    if (reference === undefined) return current;
    if (typeof reference !== 'string' || !reference.startsWith('#/') || !isJsonObject(root)) return undefined;
    const target = getPointer(root, decodeFragment(reference.slice(1)));
    if (target === undefined || hasRuleBeside(current, ['$ref'])) return undefined;
    const { $ref: _, ...beside } = current;
    current = isJsonObject(target) ? { ...target, ...beside } : target;
  }
  return undefined;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The one type of a schema, null left aside; undefined when there is none or several. */
export function soleType({ type }: JsonObject): string | undefined {
  if (typeof type === 'string') return type;
  if (!Array.isArray(type)) return undefined;
  const types = type.filter((each) => each !== 'null');
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : undefined;
}

/** The first keyword that restricts values and is none of these. */
export function ruleBeside(schema: JsonObject, known: readonly string[]): string | undefined {
  return Object.keys(schema).find(
    (keyword) => !known.includes(keyword) && !annotations.includes(keyword) && !keyword.startsWith('x-'),
  );
}

function hasRuleBeside(schema: JsonObject, known: readonly string[]): boolean {
  return ruleBeside(schema, known) !== undefined;
}
