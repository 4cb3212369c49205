/** Measures the size of a JSON value; iterative, so that it can protect recursive code from deep nesting. */
import type { JsonObject, JsonValue } from '@dragoman/model';

/** Limits of a JSON value. */
export interface JsonLimits {
  /** Maximum nesting of arrays and objects. */
  depth: number;
  /** Maximum total number of values (members and elements). */
  values: number;
  /** Strings may have U+0000 and unpaired surrogates, which the reader of the value then replaces. */
  anyCharacter?: boolean;
}

/** The first limit that the value exceeds; undefined when it exceeds none. */
export function exceedsLimits(value: JsonValue, limits: JsonLimits): 'depth' | 'values' | undefined {
  let containers: object[] = isContainer(value) ? [value] : [];
  let values = 1;
  for (let depth = 0; containers.length > 0; depth += 1) {
    if (depth >= limits.depth) return 'depth';
    const below: object[] = [];
    for (const container of containers) {
      const children: JsonValue[] = Array.isArray(container) ? container : Object.values(container);
      values += children.length;
      if (values > limits.values) return 'values';
      for (const child of children) if (isContainer(child)) below.push(child);
    }
    containers = below;
  }
  return undefined;
}

function isContainer(value: JsonValue): value is JsonObject | JsonValue[] {
  return typeof value === 'object' && value !== null;
}

/** The number of values in a value of bounded depth. */
export function countValues(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, child) => sum + countValues(child as JsonValue), 1);
}
