/**
 * Decides from their structure whether every value that one schema accepts is accepted by another. If that cannot be
 * decided, the answer is no: the change is then reviewed before callers see it.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Keywords that do not affect validation. */
const words = new Set([
  'description',
  'title',
  'examples',
  'default',
  '$comment',
  'deprecated',
  'x-mcp-header',
  '$schema',
]);

/** Bounds that accept more when they are lower, and when they are higher. */
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

const handled = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'enum',
  'items',
  ...lower,
  ...upper,
]);

const deepest = 64;

/** True when `wide` accepts every value that `narrow` accepts. */
export function takesAll(wide: JsonValue, narrow: JsonValue, depth = 0): boolean {
  if (depth > deepest) return false;
  if (wide === true || sameMeaning(wide, narrow)) return true;
  if (!isJsonObject(wide) || !isJsonObject(narrow)) return false;
  return (
    otherKeywordsAlike(wide, narrow) &&
    takesTypes(wide, narrow) &&
    takesBounds(wide, narrow) &&
    takesEnum(wide, narrow) &&
    takesItems(wide, narrow, depth) &&
    takesMembers(wide, narrow, depth)
  );
}

/** The schema without descriptive keywords, with sorted members. */
function meaning(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(meaning);
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([name, value]) => !(words.has(name) && !isJsonObject(value)));
  return kept.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, value]) => [name, meaning(value)]);
}

/** True when two schemas differ only in descriptive keywords. */
export function sameMeaning(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(meaning(one)) === JSON.stringify(meaning(other));
}

/** Keywords without special handling must be equal on both sides; the wide schema may omit them. */
function otherKeywordsAlike(wide: JsonObject, narrow: JsonObject): boolean {
  return Object.entries(wide).every(
    ([name, value]) => handled.has(name) || words.has(name) || sameMeaning(value, narrow[name] ?? null),
  );
}

function typesOf({ type }: JsonObject): JsonValue[] | undefined {
  if (type === undefined) return undefined;
  return Array.isArray(type) ? type : [type];
}

function takesTypes(wide: JsonObject, narrow: JsonObject): boolean {
  const [more, less] = [typesOf(wide), typesOf(narrow)];
  if (more === undefined) return true;
  return less?.every((type) => more.includes(type) || (type === 'integer' && more.includes('number'))) === true;
}

function takesBounds(wide: JsonObject, narrow: JsonObject): boolean {
  const holds = (names: readonly string[], fits: (wide: number, narrow: number) => boolean) =>
    names.every((name) => {
      const [more, less] = [wide[name], narrow[name]];
      if (more === undefined) return true;
      return typeof more === 'number' && typeof less === 'number' && fits(more, less);
    });
  return holds(lower, (more, less) => more <= less) && holds(upper, (more, less) => more >= less);
}

function takesEnum({ enum: more }: JsonObject, { enum: less }: JsonObject): boolean {
  if (!Array.isArray(more)) return more === undefined;
  const known = new Set(more.map((value) => JSON.stringify(value)));
  return Array.isArray(less) && less.every((value) => known.has(JSON.stringify(value)));
}

function takesItems({ items: more }: JsonObject, { items: less }: JsonObject, depth: number): boolean {
  if (more === undefined) return true;
  return less !== undefined && takesAll(more, less, depth + 1);
}

function takesMembers(wide: JsonObject, narrow: JsonObject, depth: number): boolean {
  const [more, less] = [membersOf(wide), membersOf(narrow)];
  const demanded = listOf(narrow.required);
  if (!listOf(wide.required).every((name) => demanded.includes(name))) return false;
  const closed = wide.additionalProperties === false;
  const known = Object.entries(more).every(([name, schema]) => {
    const before = less[name];
    // A new member may have been sent before, with any value, unless the object was closed.
    if (before === undefined) return narrow.additionalProperties === false || !closed;
    return takesAll(schema, before, depth + 1);
  });
  const gone = Object.keys(less).filter((name) => more[name] === undefined);
  return known && (gone.length === 0 || !closed) && (!closed || narrow.additionalProperties === false);
}

function membersOf({ properties }: JsonObject): JsonObject {
  return isJsonObject(properties) ? properties : {};
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
