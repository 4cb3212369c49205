/** Compares two JSON values without writing them, in a fraction of the time that their texts take. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** True when both values have the same JSON text: equal members in the same order. */
export function isSameJson(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => isSameJson(item, other[at] ?? null))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const names = namesOf(one);
  const others = namesOf(other);
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && isSameJson(one[name] ?? null, other[name] ?? null))
  );
}

/** A member without a value has no text. */
function namesOf(object: JsonObject): string[] {
  return Object.keys(object).filter((name) => object[name] !== undefined);
}
