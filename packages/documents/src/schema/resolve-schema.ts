/** Follows references inside a JSON Schema, determines its single type, and finds keywords other than known ones. */
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { getPointer } from './pointer.js';

/** Maximum number of references followed in a chain. */
const maxHops = 8;

/** Keywords that do not restrict values. */
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

/** The schema after following references inside the same document; undefined when they are dangling or circular. */
export function resolveSchema(root: JsonSchema, schema: JsonValue): JsonObject | undefined {
  let current = schema;
  for (let hop = 0; hop < maxHops; hop += 1) {
    if (!isJsonObject(current)) return undefined;
    const { $ref: reference } = current;
    if (reference === undefined) return current;
    if (typeof reference !== 'string' || !reference.startsWith('#/') || !isJsonObject(root)) return undefined;
    const target = getPointer(root, decodeFragment(reference.slice(1)));
    if (target === undefined || hasOtherRule(current, ['$ref'])) return undefined;
    const { $ref: _, ...siblings } = current;
    current = isJsonObject(target) ? { ...target, ...siblings } : target;
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

/** The single type of a schema, ignoring null; undefined when it has no type or several. */
export function soleType({ type }: JsonObject): string | undefined {
  if (typeof type === 'string') return type;
  if (!Array.isArray(type)) return undefined;
  const types = type.filter((each) => each !== 'null');
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : undefined;
}

/** The first keyword that restricts values and is not in the list. */
export function findOtherRule(schema: JsonObject, known: readonly string[]): string | undefined {
  return Object.keys(schema).find(
    (keyword) => !known.includes(keyword) && !annotations.includes(keyword) && !keyword.startsWith('x-'),
  );
}

function hasOtherRule(schema: JsonObject, known: readonly string[]): boolean {
  return findOtherRule(schema, known) !== undefined;
}
