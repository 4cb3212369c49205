/**
 * Rewrites a checked schema for the validator: keeps only keywords that restrict values, converts older forms to
 * 2020-12, gives every reference its own definition, and adds a cost wherever work can multiply (a definition, a loop
 * over a value). Ajv therefore compiles only generated schemas.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { SchemaInspection } from './inspect-schema.js';
import type { Keyword } from './keywords.js';
import { keywords } from './keywords.js';
import { childPointer, getPointer } from './pointer.js';
import { isCheckedFormat } from './time-formats.js';

/** Custom keyword that charges for work; its value is the charge. */
export const costKeyword = 'x-cost';

/** Custom keywords that replace those whose work is limited only by the size of the value. */
export const meteredKeywords = Object.freeze({
  uniqueItems: 'x-unique-items',
  minLength: 'x-min-length',
  maxLength: 'x-max-length',
  multipleOf: 'x-multiple-of',
});

/** Custom keyword for the formats that are checked, when they are. */
export const formatKeyword = 'x-format';

interface Rewrite extends Pick<SchemaInspection, 'nodes' | 'patterns'> {
  root: JsonValue;
  formats: boolean;
  /** Location of each referenced subschema → name of its definition. */
  names: ReadonlyMap<string, string>;
  /** True if a schema has `unevaluatedProperties` or `unevaluatedItems`, to which it matters what others evaluate. */
  countsEvaluated: boolean;
}

/** The rewritten schema; `schema` must have passed inspection without errors. With `formats`, dates are checked. */
export function normalizeSchema(schema: JsonValue, inspection: SchemaInspection, formats: boolean): JsonObject {
  const { nodes, patterns } = inspection;
  const targets = new Set([...nodes.values()].flatMap((node) => node.references.flatMap(({ target }) => target ?? [])));
  const names = new Map([...targets].map((pointer, index) => [pointer, `d${index}`]));
  const countsEvaluated = JSON.stringify(schema).includes('"unevaluated');
  const rewrite: Rewrite = { root: schema, nodes, patterns, names, formats, countsEvaluated };
  const definitions = [...names].map(([pointer, name]) => [name, charged(write(rewrite, pointer))]);
  return { allOf: [place(rewrite, '')], $defs: Object.fromEntries(definitions) };
}

/** The subschema at a location: a reference when it is a definition, otherwise the schema itself. */
function place(rewrite: Rewrite, pointer: string): JsonValue {
  const name = rewrite.names.get(pointer);
  return name === undefined ? write(rewrite, pointer) : { $ref: `#/$defs/${name}` };
}

/** A subschema that may run many times is charged for its own size each time. */
function charged(schema: JsonValue): JsonValue {
  return isJsonObject(schema) ? { ...schema, [costKeyword]: weigh(schema) } : schema;
}

/** Estimated work of one run: the number of values in it, minus what is charged separately. */
function weigh(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  const children = Object.values(value).map((child) =>
    isJsonObject(child) && Object.hasOwn(child, costKeyword) ? 1 : weigh(child as JsonValue),
  );
  return children.reduce((sum, each) => sum + each, 1);
}

/** Keywords under which a subschema runs once per part of the value. */
const looping: ReadonlySet<string> = new Set([
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'items',
  'unevaluatedItems',
  'contains',
]);

function write(rewrite: Rewrite, pointer: string): JsonValue {
  const schema = getPointer(rewrite.root, pointer);
  if (!isJsonObject(schema)) return schema !== false;
  const written: JsonObject = {};
  const also: JsonValue[] = [];
  for (const [name, value] of Object.entries(schema)) {
    const keyword = keywords.get(name);
    if (keyword === undefined || dropped.has(name)) continue;
    writeKeyword(rewrite, { written, also, schema, name, keyword, value, at: childPointer(pointer, name) });
  }
  if (rewrite.formats && isCheckedFormat(schema.format)) written[formatKeyword] = schema.format;
  for (const { target } of rewrite.nodes.get(pointer)?.references ?? []) {
    if (target !== undefined) also.push(place(rewrite, target));
  }
  if (rewrite.countsEvaluated) {
    isolateTest(written);
    const others = takeUnevaluatedItems(rewrite, written, pointer);
    if (others !== undefined) also.push(others);
  }
  const contained = takeContains(written);
  if (contained !== undefined) also.push(contained);
  if (also.length > 0) written.allOf = [...(Array.isArray(written.allOf) ? written.allOf : []), ...also];
  return written;
}

/**
 * Next to `prefixItems`, Ajv does not run `contains` for a list that is shorter than the tuple, where it stops at the first
 * error (inside `not` and `if`); so the keyword gets a schema of its own.
 */
function takeContains(written: JsonObject): JsonObject | undefined {
  if (written.prefixItems === undefined || written.contains === undefined) return undefined;
  const taken: JsonObject = {};
  for (const name of ['contains', 'minContains', 'maxContains']) {
    const value = written[name];
    if (value === undefined) continue;
    taken[name] = value;
    delete written[name];
  }
  return taken;
}

/**
 * Ajv counts every item as evaluated next to `contains`; only those that match are (JSON Schema 2020-12, core §10.3.1.3).
 * Where no alternative or condition decides what is evaluated, a rule about the items after the tuple says the same.
 */
function takeUnevaluatedItems(rewrite: Rewrite, written: JsonObject, pointer: string): JsonObject | undefined {
  const { unevaluatedItems } = written;
  const found: EvaluatedItems = { prefix: 0, isAll: false, contains: [], isCertain: true, seen: new Set() };
  if (unevaluatedItems === undefined) return undefined;
  collectItems(rewrite, pointer, found);
  if (found.contains.length === 0 || !found.isCertain) return undefined;
  delete written.unevaluatedItems;
  if (found.isAll) return {};
  const items = charged({ anyOf: [...found.contains.map((at) => place(rewrite, at)), unevaluatedItems] });
  return { ...(found.prefix === 0 ? {} : { prefixItems: Array(found.prefix).fill(true) }), items };
}

interface EvaluatedItems {
  /** Number of items of the longest tuple. */
  prefix: number;
  isAll: boolean;
  /** Locations of the schemas of `contains`. */
  contains: string[];
  /** False when an alternative or a condition decides. */
  isCertain: boolean;
  seen: Set<string>;
}

const deciding = ['anyOf', 'oneOf', 'if', 'dependentSchemas', 'dependencies', '$dynamicRef', '$recursiveRef'];

function collectItems(rewrite: Rewrite, pointer: string, found: EvaluatedItems): void {
  const schema = getPointer(rewrite.root, pointer);
  if (!isJsonObject(schema) || found.seen.has(pointer)) return;
  const isInner = found.seen.size > 0;
  found.seen.add(pointer);
  if (deciding.some((keyword) => schema[keyword] !== undefined)) found.isCertain = false;
  const { items, prefixItems, additionalItems, unevaluatedItems, allOf } = schema;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  found.prefix = Math.max(found.prefix, tuple.length);
  if (items !== undefined && (!Array.isArray(items) || additionalItems !== undefined)) found.isAll = true;
  if (isInner && unevaluatedItems !== undefined) found.isAll = true;
  if (schema.contains !== undefined) found.contains.push(childPointer(pointer, 'contains'));
  const parts = Array.isArray(allOf) ? allOf.map((_, at) => childPointer(childPointer(pointer, 'allOf'), at)) : [];
  const targets = rewrite.nodes.get(pointer)?.references.flatMap(({ target }) => target ?? []) ?? [];
  for (const part of [...parts, ...targets]) collectItems(rewrite, part, found);
}

/**
 * Ajv counts the members that a failed `if` names as evaluated. Inside `not` it counts none; a test that succeeds is
 * repeated in `then`, where they count.
 */
function isolateTest(written: JsonObject): void {
  const { if: test, then = true } = written;
  if (test === undefined) return;
  const isolated = [
    ['if', { not: { not: test } }],
    ['then', { allOf: [test, then] }],
  ] as const;
  Object.assign(written, Object.fromEntries(isolated));
}

/**
 * Annotations, identifiers and definitions restrict nothing; references and keywords that depend on a sibling are
 * handled elsewhere.
 */
const dropped: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  '$defs',
  'definitions',
  '$comment',
  'contentSchema',
  'contentEncoding',
  'contentMediaType',
  'title',
  'description',
  'default',
  'examples',
  'format',
  'deprecated',
  'readOnly',
  'writeOnly',
  'additionalItems',
]);

interface Member {
  written: JsonObject;
  /** Further schemas that must also match. */
  also: JsonValue[];
  schema: JsonObject;
  name: string;
  keyword: Keyword;
  value: JsonValue;
  at: string;
}

function writeKeyword(rewrite: Rewrite, member: Member): void {
  const { written, name, keyword, value, at } = member;
  const child = (pointer: string) => (looping.has(name) ? charged(place(rewrite, pointer)) : place(rewrite, pointer));
  const map = (names: string[]) => Object.fromEntries(names.map((each) => [each, child(childPointer(at, each))]));
  switch (keyword.form) {
    case 'schema':
      if (!isLoosened(rewrite, member)) written[name] = child(at);
      return;
    case 'schemas':
      written[name] = (value as JsonValue[]).map((_, index) => child(childPointer(at, index)));
      return;
    case 'schema-map':
      written[name] = map(Object.keys(value as JsonObject));
      return;
    case 'pattern-map':
      written[name] = map(Object.keys(value as JsonObject).filter((pattern) => isEnforced(rewrite, pattern)));
      return;
    case 'items':
      writeItems(rewrite, member, child);
      return;
    case 'dependencies':
      writeDependencies(rewrite, member);
      return;
    default:
      writeValue(rewrite, member);
  }
}

function isEnforced({ patterns }: Rewrite, pattern: string): boolean {
  return patterns.known.get(pattern)?.verdict === 'linear';
}

/** The members not matched by `patternProperties` are unknown when one of its patterns is not enforced. */
function isLoosened(rewrite: Rewrite, { schema, name }: Member): boolean {
  if (name !== 'additionalProperties' && name !== 'unevaluatedProperties') return false;
  const patterns = schema.patternProperties;
  return isJsonObject(patterns) && !Object.keys(patterns).every((pattern) => isEnforced(rewrite, pattern));
}

/** The tuple form of older drafts: `items` is a list and `additionalItems` applies to the remaining items. */
function writeItems(rewrite: Rewrite, member: Member, child: (pointer: string) => JsonValue): void {
  const { written, schema, value, at } = member;
  if (!Array.isArray(value)) {
    written.items = child(at);
    return;
  }
  if (value.length > 0) written.prefixItems = value.map((_, index) => place(rewrite, childPointer(at, index)));
  if (Object.hasOwn(schema, 'additionalItems')) {
    written.items = child(at.replace(/items$/, 'additionalItems'));
  }
}

function writeDependencies(rewrite: Rewrite, { also, value, at }: Member): void {
  const members = Object.entries(value as JsonObject);
  const lists = members.filter(([, each]) => Array.isArray(each));
  const schemas = members.filter(([, each]) => !Array.isArray(each));
  also.push({
    dependentRequired: Object.fromEntries(lists),
    dependentSchemas: Object.fromEntries(schemas.map(([name]) => [name, place(rewrite, childPointer(at, name))])),
  });
}

function writeValue(rewrite: Rewrite, { written, also, schema, name, value }: Member): void {
  if (name === 'enum' && (value as JsonValue[]).length === 0) also.push(false);
  else if (isMetered(name)) written[meteredKeywords[name]] = value;
  else if (name === 'pattern' && !isEnforced(rewrite, value as string)) return;
  else if (typeof value === 'boolean' && (name === 'exclusiveMinimum' || name === 'exclusiveMaximum')) {
    const bound = schema[name === 'exclusiveMinimum' ? 'minimum' : 'maximum'];
    if (value && typeof bound === 'number') written[name] = bound;
  } else written[name] = value;
}

function isMetered(name: string): name is keyof typeof meteredKeywords {
  return Object.hasOwn(meteredKeywords, name);
}
