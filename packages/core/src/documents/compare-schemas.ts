/**
 * Decides from their structure whether every value that one schema accepts is accepted by another. If that cannot be
 * decided, the answer is no: the change is then reviewed before callers see it.
 */
import { resolveSchema } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';

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
  '$defs',
  'definitions',
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
  'anyOf',
  'oneOf',
  'allOf',
  ...lower,
  ...upper,
]);

const deepest = 64;
const maxPairs = 20_000;

/** The documents in which references are resolved, and what is known about pairs of parts. */
interface Comparison {
  wideRoot: JsonSchema;
  narrowRoot: JsonSchema;
  depth: number;
  /** Pairs that may still be compared; combined schemas can multiply them. */
  left: { pairs: number };
  /** Pairs that were or are being compared; a schema that contains itself meets its own pair again. */
  taken: Map<JsonValue, Set<JsonValue>>;
  /** Pairs that do not hold, whatever is assumed of the others: assumptions only let more pairs hold. */
  refuted: Map<JsonValue, Set<JsonValue>>;
}

/** True when `wide` accepts every value that `narrow` accepts. */
export function takesAll(wide: JsonSchema, narrow: JsonSchema): boolean {
  return createTakesPart({ wide, narrow })(wide, narrow);
}

/** The same for parts of two schemas. */
export type TakesPart = (wide: JsonValue, narrow: JsonValue) => boolean;

/** Creates the comparison of parts of these schemas; what one part needed is known to the next. */
export function createTakesPart(roots: { wide: JsonSchema; narrow: JsonSchema }): TakesPart {
  const comparison: Comparison = {
    wideRoot: roots.wide,
    narrowRoot: roots.narrow,
    depth: 0,
    left: { pairs: maxPairs },
    taken: new Map(),
    refuted: new Map(),
  };
  return (wide, narrow) => takes(wide, narrow, comparison);
}

function takes(wider: JsonValue, narrower: JsonValue, outer: Comparison): boolean {
  const comparison = { ...outer, depth: outer.depth + 1 };
  comparison.left.pairs -= 1;
  if (comparison.depth > deepest || comparison.left.pairs < 0) return false;
  const { taken, refuted } = comparison;
  if (refuted.get(wider)?.has(narrower) === true) return false;
  const known = taken.get(wider) ?? new Set();
  if (isJsonObject(wider) && known.has(narrower)) return true;
  taken.set(wider, known.add(narrower));
  if (takesResolved(comparison, follow(outer.wideRoot, wider), follow(outer.narrowRoot, narrower))) return true;
  // What was found while this pair was assumed to hold may be wrong.
  taken.clear();
  refuted.set(wider, (refuted.get(wider) ?? new Set()).add(narrower));
  return false;
}

function takesResolved(comparison: Comparison, wide: JsonValue, narrow: JsonValue): boolean {
  if (wide === true || (sameMeaning(wide, narrow) && !refers(wide))) return true;
  if (!isJsonObject(wide) || !isJsonObject(narrow)) return false;
  return (
    otherKeywordsAlike(wide, narrow) &&
    takesTypes(wide, narrow) &&
    takesBounds(wide, narrow) &&
    takesEnum(wide, narrow) &&
    takesItems(wide, narrow, comparison) &&
    takesMembers(wide, narrow, comparison) &&
    takesParts(wide, narrow, comparison)
  );
}

function follow(root: JsonSchema, schema: JsonValue): JsonValue {
  return isJsonObject(schema) && Object.hasOwn(schema, '$ref') ? (resolveSchema(root, schema) ?? schema) : schema;
}

/** True when a schema has references, whose targets may differ although their names are equal. */
function refers(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.some(refers);
  if (!isJsonObject(schema)) return false;
  return Object.hasOwn(schema, '$ref') || Object.values(schema).some(refers);
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
    ([name, value]) =>
      handled.has(name) || words.has(name) || (sameMeaning(value, narrow[name] ?? null) && !refers(value)),
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

function takesItems({ items: more }: JsonObject, { items: less }: JsonObject, comparison: Comparison): boolean {
  if (more === undefined) return true;
  return less !== undefined && takes(more, less, comparison);
}

function takesMembers(wide: JsonObject, narrow: JsonObject, comparison: Comparison): boolean {
  const [more, less] = [schemaProperties(wide), schemaProperties(narrow)];
  const demanded = new Set(listOf(narrow.required));
  if (!listOf(wide.required).every((name) => demanded.has(name))) return false;
  const closed = wide.additionalProperties === false;
  const known = Object.entries(more).every(([name, schema]) => {
    const before = less[name];
    // A new member may have been sent before, with any value, unless the object was closed.
    if (before === undefined) return narrow.additionalProperties === false || !closed;
    return takes(schema, before, comparison);
  });
  const gone = Object.keys(less).filter((name) => more[name] === undefined);
  return (
    known &&
    (gone.length === 0 || !closed) &&
    (!closed || narrow.additionalProperties === false) &&
    takesMore(wide, narrow, comparison)
  );
}

/** Members without a name in the schema. */
function takesMore(wide: JsonObject, narrow: JsonObject, comparison: Comparison): boolean {
  const [more, less] = [wide.additionalProperties, narrow.additionalProperties];
  if (!isJsonObject(more) || less === false) return true;
  return less !== undefined && takes(more, less, comparison);
}

/** Combined schemas: each part on one side must have its match on the other. */
function takesParts(wide: JsonObject, narrow: JsonObject, comparison: Comparison): boolean {
  const either = (keyword: string) => {
    const [more, less] = [wide[keyword], narrow[keyword]];
    if (!Array.isArray(more)) return more === undefined;
    return Array.isArray(less) && less.every((part) => more.some((each) => takes(each, part, comparison)));
  };
  const all = () => {
    const [more, less] = [wide.allOf, narrow.allOf];
    if (!Array.isArray(more)) return more === undefined;
    return Array.isArray(less) && more.every((part) => less.some((each) => takes(part, each, comparison)));
  };
  // More than one match is an error in oneOf, so no part may be added.
  const one = Array.isArray(wide.oneOf) && Array.isArray(narrow.oneOf) && wide.oneOf.length === narrow.oneOf.length;
  return either('anyOf') && all() && (wide.oneOf === undefined || (one && either('oneOf')));
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
