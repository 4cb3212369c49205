/** What differs between two JSON objects, one sentence for each member, for previews. */
import { canonicalJson } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Maximum number of parts that are named per list. */
const mostNamed = 50;

/** Lists the changes of members; lists of things with names are compared by the names. */
export function listChanges(was: JsonObject, is: JsonObject): string[] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((member) => {
    const [old, now] = [was[member], is[member]];
    if (isSameValue(old, now)) return [];
    return comparePartsOf(member, old, now) ?? [`Changes ${member}.`];
  });
}

/** Lists of things with names: which ones; undefined for any other value. */
function comparePartsOf(member: string, old: JsonValue | undefined, now: JsonValue | undefined): string[] | undefined {
  const [was, is] = [namedParts(old), namedParts(now)];
  if (was === undefined || is === undefined) return undefined;
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const sentences = names.flatMap((name) => {
    const [one, other] = [was.get(name), is.get(name)];
    if (isSameValue(one, other)) return [];
    const verb = one === undefined ? 'Adds' : other === undefined ? 'Removes' : 'Changes';
    return [`${verb} '${name}' ${verb === 'Adds' ? 'to' : verb === 'Removes' ? 'from' : 'in'} ${member}.`];
  });
  if (sentences.length === 0) return [`Changes the order of ${member}.`];
  const rest = sentences.length - mostNamed;
  return rest > 0 ? [...sentences.slice(0, mostNamed), `Changes ${rest} more of ${member}.`] : sentences;
}

function namedParts(value: JsonValue | undefined): Map<string, JsonValue> | undefined {
  const parts = value === undefined ? [] : value;
  if (!Array.isArray(parts)) return undefined;
  const named = parts.flatMap((part): [string, JsonValue][] =>
    isJsonObject(part) && typeof part.name === 'string' ? [[part.name, part]] : [],
  );
  return named.length === parts.length && parts.length > 0 ? new Map(named) : undefined;
}

/** True when two values have equal members, in any order. */
export function isSameValue(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one) === canonicalJson(other);
}
