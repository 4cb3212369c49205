/** How big a JSON value is; iterative, so that it can guard everything recursive against deep nesting. */
import type { JsonValue } from '@dragoman/model';

/** Bounds of a JSON value. */
export interface JsonLimits {
  /** Deepest nesting of arrays and objects. */
  depth: number;
  /** Most values (members and elements) in all. */
  values: number;
}

/** Which limit the value breaks first; undefined when it keeps them. */
export function exceedsLimits(value: JsonValue, limits: JsonLimits): keyof JsonLimits | undefined {
  let level: JsonValue[] = [value];
  let values = 1;
  for (let depth = 0; level.length > 0; depth += 1) {
    const containers = level.filter((item) => typeof item === 'object' && item !== null);
    if (containers.length > 0 && depth >= limits.depth) return 'depth';
    level = [];
    for (const container of containers) {
      for (const child of Object.values(container as object) as JsonValue[]) level.push(child);
      if (values + level.length > limits.values) return 'values';
    }
    values += level.length;
  }
  return undefined;
}

/** The number of values in a value whose depth is bounded. */
export function countValues(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, child) => sum + countValues(child as JsonValue), 1);
}
