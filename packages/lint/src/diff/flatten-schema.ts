/**
 * One level of a schema as a reader sees it: the same fact may be next to `allOf`, inside it, or in the only non-null
 * alternative. Only messages are made from it; compatibility is decided on the schemas themselves.
 */
import { childPointer, ignoresReferenceSiblings } from '@dragoman/documents';
import type { Direction, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, Placed } from '../api/api.js';

/** A subschema and where it is used. */
export type Part = Placed<JsonValue>;

/** The facts of one level. */
export interface FlatSchema {
  /** Keywords other than those below; the first one counts. */
  keywords: JsonObject;
  /** Pointers of the keywords. */
  pointers: ReadonlyMap<string, string>;
  /** Types by name, including `null`; empty when any type matches. */
  types: readonly string[];
  /** True when no value is allowed: `false`, `enum: []`. */
  isNever: boolean;
  properties: ReadonlyMap<string, Part>;
  required: ReadonlySet<string>;
  /** Members that travel in the other direction only. */
  hidden: ReadonlySet<string>;
  /** Several alternatives. */
  alternatives: readonly Part[];
  /** The only alternative of a list, whose facts are those of this level. */
  single: Part | undefined;
}

interface Collected {
  api: Api;
  mark: 'readOnly' | 'writeOnly';
  keywords: JsonObject;
  pointers: Map<string, string>;
  types: string[] | undefined;
  isNullable: boolean;
  isNever: boolean;
  properties: Map<string, Part>;
  required: Set<string>;
  hidden: Set<string>;
  alternatives: Part[];
  single: Part | undefined;
  seen: Set<JsonValue>;
}

const maxDepth = 8;
const maxParts = 200;

/** A part that a keyword of a level has. */
export function partOf({ pointers }: FlatSchema, keyword: string, inner: { value: JsonValue; name?: string }): Part {
  const at = pointers.get(keyword) ?? '';
  return { value: inner.value, pointer: inner.name === undefined ? at : childPointer(at, inner.name) };
}

/** Collects the facts; the depth limit ends cycles. */
export function flattenSchema(api: Api, part: Part, direction: Direction, depth = 0): FlatSchema {
  const into: Collected = {
    api,
    mark: direction === 'input' ? 'readOnly' : 'writeOnly',
    keywords: {},
    pointers: new Map(),
    types: undefined,
    isNullable: false,
    isNever: false,
    properties: new Map(),
    required: new Set(),
    hidden: new Set(),
    alternatives: [],
    single: undefined,
    seen: new Set(),
  };
  collect(into, part, depth);
  for (const name of into.hidden) into.required.delete(name);
  const types = typesOf(into, direction, depth);
  if (into.isNullable && types.length > 0) types.push('null');
  const { api: _, types: _found, isNullable: _nullable, mark: _mark, seen: _seen, ...facts } = into;
  return { ...facts, types: [...new Set(types)].sort(), isNever: into.isNever && !into.isNullable };
}

function typesOf(
  { api, types, alternatives, properties, keywords }: Collected,
  direction: Direction,
  depth: number,
): string[] {
  if (types !== undefined) return types;
  if (alternatives.length > 0 && alternatives.length <= 100 && depth < 2) {
    const each = alternatives.map((part) => flattenSchema(api, part, direction, depth + 1).types);
    return each.every((list) => list.length > 0) ? each.flat() : [];
  }
  if (properties.size > 0) return ['object'];
  if (isJsonObject(keywords.items)) return ['array'];
  const values = Object.hasOwn(keywords, 'const') ? [keywords.const ?? null] : keywords.enum;
  return Array.isArray(values) ? [...new Set(values.map(typeOf))] : [];
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function collect(into: Collected, { value, pointer }: Part, depth: number): void {
  if (isNothing(value)) into.isNever = true;
  if (!isJsonObject(value) || depth > maxDepth || into.seen.has(value) || into.seen.size > maxParts) return;
  into.seen.add(value);
  const { api } = into;
  if (ignoresReferenceSiblings(api.root) && typeof value.$ref === 'string') {
    collectText(into, value, pointer);
    collectTarget(into, value.$ref, pointer, depth);
    return;
  }
  for (const [keyword, given] of Object.entries(value)) {
    if (keyword === 'properties' && isJsonObject(given)) collectProperties(into, given, childPointer(pointer, keyword));
    else if (keyword === 'required' && Array.isArray(given)) {
      for (const name of given) if (typeof name === 'string') into.required.add(name);
    } else if (keyword === 'type') into.types ??= typeof given === 'string' ? [given] : namesOf(given);
    else if (keyword === 'nullable') into.isNullable ||= given === true;
    else if (keyword === 'allOf' && Array.isArray(given)) {
      given.forEach((part, at) => {
        collect(into, { value: part, pointer: `${pointer}/allOf/${at}` }, depth + 1);
      });
    } else if ((keyword === 'oneOf' || keyword === 'anyOf') && Array.isArray(given)) {
      collectAlternatives(into, given, `${pointer}/${keyword}`, depth);
    } else if (keyword !== '$ref' && !Object.hasOwn(into.keywords, keyword)) {
      into.keywords[keyword] = given;
      into.pointers.set(keyword, childPointer(pointer, keyword));
    }
  }
  if (typeof value.$ref === 'string') collectTarget(into, value.$ref, pointer, depth);
}

function collectTarget(into: Collected, reference: string, pointer: string, depth: number): void {
  const target = into.api.follow({ value: { $ref: reference }, pointer });
  if (target !== undefined) collect(into, target, depth + 1);
}

/** A description next to a reference changes no value, and many readers show it. */
function collectText(into: Collected, { description }: JsonObject, pointer: string): void {
  if (description === undefined || into.keywords.description !== undefined) return;
  into.keywords.description = description;
  into.pointers.set('description', childPointer(pointer, 'description'));
}

/** True for a schema that says itself that it allows no value. */
function isNothing(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return schema === false;
  const { enum: values, not } = schema;
  const isEverything = not === true || (isJsonObject(not) && Object.keys(not).length === 0);
  return isEverything || (Array.isArray(values) && values.length === 0);
}

function namesOf(value: JsonValue): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function collectProperties(into: Collected, properties: JsonObject, at: string): void {
  for (const [name, value] of Object.entries(properties)) {
    const pointer = childPointer(at, name);
    const own =
      isJsonObject(value) && !(value.$ref !== undefined && ignoresReferenceSiblings(into.api.root)) ? value : {};
    if (own[into.mark] === true || into.api.follow({ value, pointer })?.value[into.mark] === true)
      into.hidden.add(name);
    if (!into.properties.has(name)) into.properties.set(name, { value, pointer });
  }
}

/** Null and one other alternative are that alternative, which may be null. */
function collectAlternatives(into: Collected, given: readonly JsonValue[], at: string, depth: number): void {
  const parts = given.map((value, index): Part => ({ value, pointer: `${at}/${index}` }));
  const real = parts.filter(({ value }) => !isNull(value));
  if (real.length < parts.length) into.isNullable = true;
  const [only] = real;
  if (real.length === 1 && only !== undefined) {
    into.single ??= only;
    collect(into, only, depth + 1);
  } else into.alternatives.push(...real);
}

function isNull(value: JsonValue): boolean {
  return isJsonObject(value) && (value.type === 'null' || value.const === null);
}
