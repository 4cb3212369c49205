/** Truncates lists in a value until it is small enough, and records what was cut. */

import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Levels below which nothing is cut: deeper structures have no lists that a reader would miss. */
const deepest = 8;

/** A list that was cut. */
export interface Cut {
  at: string;
  kept: number;
  of: number;
}

/** Characters of a value as JSON. */
export function measure(value: JsonValue | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

/** Number of items in the longest prefix of a list that fits into so many characters. */
export function countFitting(items: readonly JsonValue[], characters: number): number {
  let left = characters;
  for (const [index, item] of items.entries()) {
    left -= measure(item) + 1;
    if (left < 0) return index;
  }
  return items.length;
}

/** The value within so many characters, as far as truncating lists can reduce it. */
export function cutLists(value: JsonValue, characters: number, cuts: Cut[], at = '', depth = 0): JsonValue {
  if (depth > deepest || typeof value !== 'object' || value === null || measure(value) <= characters) return value;
  if (isJsonObject(value)) return cutMembers(value, characters, cuts, { at, depth });
  const kept = countFitting(value, characters);
  if (kept > 0) {
    cuts.push({ at, kept, of: value.length });
    return value.slice(0, kept);
  }
  // Not even the first item fits: it is cut itself rather than leaving a list without a single example.
  const first = cutLists(value[0] ?? null, characters, cuts, childPointer(at, 0), depth + 1);
  if (value.length > 1) cuts.push({ at, kept: 1, of: value.length });
  return [first];
}

/** The largest member is reduced first. */
function cutMembers(
  object: JsonObject,
  characters: number,
  cuts: Cut[],
  { at, depth }: { at: string; depth: number },
): JsonObject {
  const sizes = Object.entries(object)
    .map(([name, value]) => ({ name, value, size: measure(value) }))
    .filter(({ value }) => typeof value === 'object' && value !== null)
    .sort((one, other) => other.size - one.size);
  let over = measure(object) - characters;
  const made: JsonObject = { ...object };
  for (const { name, value, size } of sizes) {
    if (over <= 0) break;
    const cut = cutLists(value as JsonValue, Math.max(0, size - over), cuts, childPointer(at, name), depth + 1);
    over -= size - measure(cut);
    made[name] = cut;
  }
  return made;
}
