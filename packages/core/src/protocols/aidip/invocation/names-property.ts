/** Checks whether a schema names a property, directly or through internal references and combinations. */

import { getPointer } from '@dragoman/documents';
import type { JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Maximum number of subschemas that are examined. */
const maxSubschemas = 64;

const combinations = ['allOf', 'anyOf', 'oneOf'] as const;

/** True when objects that match the schema may have this property by name. */
export function namesProperty(schema: JsonSchema, property: string): boolean {
  const waiting: JsonValue[] = [schema];
  for (let looks = 0; looks < maxSubschemas; looks += 1) {
    const next = waiting.shift();
    if (next === undefined) return false;
    if (!isJsonObject(next)) continue;
    if (isJsonObject(next.properties) && Object.hasOwn(next.properties, property)) return true;
    waiting.push(...combinations.flatMap((name) => listOf(next[name])), ...referred(schema, next.$ref));
  }
  return false;
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value.slice(0, maxSubschemas) : [];
}

/** References are internal; others were rejected at registration. */
function referred(root: JsonSchema, reference: JsonValue | undefined): JsonValue[] {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return [];
  const found = getPointer(root, decodeFragment(reference.slice(1)));
  return found === undefined ? [] : [found];
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
