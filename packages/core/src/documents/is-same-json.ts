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
  return isJsonObject(one) && isJsonObject(other) && isSameObject(one, other);
}

/** Written without closures and copies, because an update compares tens of thousands of objects in one turn. */
function isSameObject(one: JsonObject, other: JsonObject): boolean {
  const names = Object.keys(one);
  const others = Object.keys(other);
  if (names.length !== others.length) return haveSameMembers(one, other);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    if (name !== others[at]) return haveSameMembers(one, other);
    const value = one[name];
    const known = other[name];
    if (value === undefined || known === undefined) {
      if (value !== known) return haveSameMembers(one, other);
    } else if (!isSameJson(value, known)) return false;
  }
  return true;
}

/** A member without a value has no text. */
function haveSameMembers(one: JsonObject, other: JsonObject): boolean {
  const names = namesOf(one);
  const others = namesOf(other);
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && isSameJson(one[name] ?? null, other[name] ?? null))
  );
}

function namesOf(object: JsonObject): string[] {
  return Object.keys(object).filter((name) => object[name] !== undefined);
}
