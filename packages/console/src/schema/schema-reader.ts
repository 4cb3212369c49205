/**
 * JSON Schemas as forms and tables need them: references followed one at a time, `allOf` merged, so that recursive
 * schemas can be opened level by level.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** A schema without `$ref` and `allOf` at its top; the schemas inside it are as they were. */
export type SchemaView = JsonObject;

/** Reads the schemas inside one root. */
export interface SchemaReader {
  /** The same object each time for the same schema; an empty one where the schema allows anything. */
  view(schema: unknown): SchemaView;
}

/** Maximum number of references and merges until a view is complete. */
const maxSteps = 200;

/** Creates a reader; references are resolved in the root. */
export function createSchemaReader(root: unknown): SchemaReader {
  const views = new WeakMap<object, SchemaView>();
  return {
    view(schema) {
      if (!isJsonObject(schema)) return schema === false ? { not: {} } : {};
      const known = views.get(schema);
      if (known !== undefined) return known;
      const created = flatten(root, schema, { left: maxSteps, open: [] });
      views.set(schema, created);
      return created;
    },
  };
}

interface Walk {
  left: number;
  /** References that are being followed, to stop at cycles. */
  open: readonly string[];
}

function flatten(root: unknown, schema: JsonObject, walk: Walk): SchemaView {
  const { $ref: reference, allOf, ...own } = schema;
  let view: SchemaView = own;
  walk.left -= 1;
  if (walk.left <= 0) return view;
  if (typeof reference === 'string' && !walk.open.includes(reference)) {
    const target = resolveReference(root, reference);
    const { $defs: _defs, definitions: _definitions, ...found } = isJsonObject(target) ? target : {};
    const step: Walk = { left: walk.left, open: [...walk.open, reference] };
    view = merge(flatten(root, found, step), view);
    walk.left = step.left;
  }
  for (const part of Array.isArray(allOf) ? allOf : []) {
    if (isJsonObject(part)) view = merge(flatten(root, part, walk), view);
  }
  return view;
}

/** The part of the root that a local reference names. */
function resolveReference(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let target = root;
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, name)) return undefined;
    target = (target as Record<string, unknown>)[name];
  }
  return target;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** One schema that demands what both demand; texts of the second come first. */
export function merge(one: SchemaView, two: SchemaView): SchemaView {
  const merged: SchemaView = { ...one, ...two };
  for (const [keyword, join] of Object.entries(joins)) {
    const [left, right] = [one[keyword], two[keyword]];
    if (left !== undefined && right !== undefined) merged[keyword] = join(left, right);
  }
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const [left, right] = [one[keyword], two[keyword]];
    if (!Array.isArray(left) || !Array.isArray(right)) continue;
    merged[keyword] = left.map((branch) => ({ allOf: [branch, { [keyword]: right }] }));
  }
  return merged;
}

const joins: Readonly<Record<string, (left: JsonValue, right: JsonValue) => JsonValue>> = {
  properties: joinProperties,
  patternProperties: joinProperties,
  required: (left, right) => [...new Set([...texts(left), ...texts(right)])],
  type: (left, right) => joinTypes(texts(left), texts(right)),
  enum: (left, right) => {
    const allowed = new Set((Array.isArray(right) ? right : []).map((value) => JSON.stringify(value)));
    return (Array.isArray(left) ? left : []).filter((value) => allowed.has(JSON.stringify(value)));
  },
  items: (left, right) => ({ allOf: [left, right] }),
  additionalProperties: (left, right) =>
    left === false || right === false
      ? false
      : left === true
        ? right
        : right === true
          ? left
          : { allOf: [left, right] },
  minimum: largest,
  exclusiveMinimum: largest,
  minLength: largest,
  minItems: largest,
  maximum: smallest,
  exclusiveMaximum: smallest,
  maxLength: smallest,
  maxItems: smallest,
};

function joinProperties(left: JsonValue, right: JsonValue): JsonValue {
  if (!isJsonObject(left) || !isJsonObject(right)) return right;
  const shared = Object.keys(left).filter((name) => Object.hasOwn(right, name));
  const both = shared.map((name): [string, JsonValue] => [name, { allOf: [left[name] ?? {}, right[name] ?? {}] }]);
  return { ...left, ...right, ...Object.fromEntries(both) };
}

function joinTypes(left: string[], right: string[]): JsonValue {
  const fits = (types: string[], type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const shared = [...new Set([...left, ...right])].filter((type) => fits(left, type) && fits(right, type));
  return shared.length === 1 ? (shared[0] ?? null) : shared;
}

function largest(left: JsonValue, right: JsonValue): JsonValue {
  return typeof left === 'number' && typeof right === 'number' ? Math.max(left, right) : right;
}

function smallest(left: JsonValue, right: JsonValue): JsonValue {
  return typeof left === 'number' && typeof right === 'number' ? Math.min(left, right) : right;
}

function texts(value: JsonValue | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');
}
