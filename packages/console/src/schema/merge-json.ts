/**
 * Two people changed one document: both changes are kept, and where they contradict each other, ours counts and is named.
 * Items of a list are the same item when they have the same name.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** A merged document. */
export interface MergedJson {
  value: JsonValue | undefined;
  /** Places that both changed in different ways. */
  both: string[];
  conflicts: JsonConflict[];
}

/** A place that both changed in different ways. */
export interface JsonConflict {
  place: string;
  /** Names of members; an item of a list by its name, after a colon. */
  path: readonly string[];
  ours: JsonValue | undefined;
  theirs: JsonValue | undefined;
}

type Versions = readonly [JsonValue | undefined, JsonValue | undefined, JsonValue | undefined];

const isSame = (one: JsonValue | undefined, other: JsonValue | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Merges our document with another one that was made from the same base. */
export function mergeJson(base: JsonValue, ours: JsonValue, theirs: JsonValue): MergedJson {
  const conflicts: JsonConflict[] = [];
  const merge = ([was, our, their]: Versions, path: readonly string[]): JsonValue | undefined => {
    if (isSame(our, was)) return their;
    if (isSame(their, was) || isSame(our, their)) return our;
    if (isJsonObject(our) && isJsonObject(their)) return mergeMembers([isJsonObject(was) ? was : {}, our, their], path);
    const lists = [was ?? [], our, their].map(named);
    const [wasItems, ourItems, theirItems] = lists;
    if (wasItems !== undefined && ourItems !== undefined && theirItems !== undefined) {
      return Object.values(mergeMembers([wasItems, ourItems, theirItems], path));
    }
    conflicts.push({ place: path.join(' '), path, ours: our, theirs: their });
    return our;
  };
  const mergeMembers = (
    [was, our, their]: readonly [JsonObject, JsonObject, JsonObject],
    path: readonly string[],
  ): JsonObject =>
    Object.fromEntries(
      [...new Set([...Object.keys(our), ...Object.keys(their)])].flatMap((key) => {
        const value = merge([was[key], our[key], their[key]], [...path, key]);
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
  const value = merge([base, ours, theirs], []);
  return { value, both: conflicts.map(({ place }) => place), conflicts };
}

/** The document with another value at a path of a conflict; without the place when there is none. */
export function setAtPath(document: JsonValue, path: readonly string[], value: JsonValue | undefined): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return value ?? null;
  const items = named(document);
  if (items !== undefined) return Object.values(setMember(items, [key, ...rest], value));
  return isJsonObject(document) ? setMember(document, [key, ...rest], value) : document;
}

function setMember(
  object: JsonObject,
  [key, ...rest]: [string, ...string[]],
  value: JsonValue | undefined,
): JsonObject {
  const inner = rest.length === 0 ? value : setAtPath(object[key] ?? {}, rest, value);
  const { [key]: _, ...others } = object;
  return inner === undefined ? others : { ...object, [key]: inner };
}

/** The items of a list by name; undefined when it is not a list of named items. */
function named(value: JsonValue | undefined): JsonObject | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.map((item): [string, JsonValue] => {
    if (typeof item === 'string') return [item, item];
    const name = isJsonObject(item) ? (item.workflowId ?? item.stepId ?? item.name) : undefined;
    return [typeof name === 'string' ? name : '', item];
  });
  const isNamed =
    new Set(entries.map(([name]) => name)).size === entries.length && !entries.some(([name]) => name === '');
  // A prefix keeps names that look like numbers in their order.
  return isNamed ? Object.fromEntries(entries.map(([name, item]) => [`:${name}`, item])) : undefined;
}
