/**
 * Collects the facts of a schema through its compositions: the same fact may be next to `allOf`, inside it, or in the
 * only non-null alternative.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api } from '../api/api.js';
import { typesOf } from '../api/schema-facts.js';

/** The facts that are compared. */
export interface ComposedSchema {
  /** Types by name, including `null`; empty when any type matches. */
  types: readonly string[];
  required: ReadonlySet<string>;
  /** The keywords of the schema, merged with those of its one meaningful part. */
  keywords: JsonObject;
}

/** Maximum nesting depth of compositions. */
const maxDepth = 8;

/** Collects the facts; the depth limit ends cycles. */
export function composeSchema(api: Pick<Api, 'follow'>, schema: JsonObject, depth = 0): ComposedSchema {
  if (depth > maxDepth) return { types: [], required: new Set(), keywords: schema };
  const compose = (keyword: 'allOf' | 'anyOf' | 'oneOf') =>
    partsOf(api, schema[keyword]).map((part) => composeSchema(api, part, depth + 1));
  const all = compose('allOf');
  const choices = [...compose('anyOf'), ...compose('oneOf')];
  const real = choices.filter(({ types }) => types.join() !== 'null');
  const only = [...all, ...real].length === 1 ? [...all, ...real][0] : undefined;
  const types = new Set([...ownTypes(schema, all, choices), ...(schema.nullable === true ? ['null'] : [])]);
  return {
    types: [...types].sort(),
    required: new Set([
      ...namesOf(schema.required),
      ...all.flatMap(({ required }) => [...required]),
      ...sharedNames(real.map(({ required }) => required)),
    ]),
    keywords: only === undefined ? schema : { ...only.keywords, ...schema },
  };
}

function partsOf(api: Pick<Api, 'follow'>, list: JsonValue | undefined): JsonObject[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value) => {
    const found = api.follow({ value, pointer: '' });
    return found === undefined ? [] : [found.value];
  });
}

/**
 * Taken from the schema itself, else from all `allOf` parts, else from the alternatives together; `properties` implies
 * an object.
 */
function ownTypes(schema: JsonObject, all: readonly ComposedSchema[], choices: readonly ComposedSchema[]): string[] {
  const named = Array.isArray(schema.type) && schema.type.includes('null') ? ['null'] : [];
  const own = [...typesOf(schema), ...named, ...(schema.type === 'null' ? ['null'] : [])];
  if (own.length > 0) return own;
  const typed = all.find(({ types }) => types.length > 0);
  if (typed !== undefined) return [...typed.types];
  if (choices.length > 0 && choices.every(({ types }) => types.length > 0))
    return choices.flatMap(({ types }) => [...types]);
  return isJsonObject(schema.properties) ? ['object'] : [];
}

function namesOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** Names that every alternative requires. */
function sharedNames(sets: readonly ReadonlySet<string>[]): string[] {
  const [first, ...others] = sets;
  return first === undefined ? [] : [...first].filter((name) => others.every((set) => set.has(name)));
}
