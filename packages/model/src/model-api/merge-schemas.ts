/** Resolves references inside a schema and merges the parts of `allOf` into one schema. */
import type { JsonObject, JsonValue } from '../json.js';
import { isJsonObject } from '../json.js';
import { schemaTypes } from '../type-text.js';

/** The part that a reference inside the document leads to. */
export function followReference(root: JsonObject, reference: JsonValue | undefined): JsonValue | undefined {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return undefined;
  let part: JsonValue | undefined = root;
  for (const token of reference.split('/').slice(1)) {
    const name = decodeToken(token);
    if (Array.isArray(part)) part = /^\d+$/.test(name) ? part[Number(name)] : undefined;
    else part = isJsonObject(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  }
  return part;
}

function decodeToken(token: string): string {
  const plain = token.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** The last name in a reference, for texts. */
export function referenceName(reference: string): string {
  return decodeToken(reference.split('/').at(-1) ?? '') || 'input';
}

type Merge = (first: JsonValue, second: JsonValue) => JsonValue | undefined;

const larger: Merge = (first, second) =>
  typeof first === 'number' && typeof second === 'number' ? Math.max(first, second) : undefined;
const smaller: Merge = (first, second) =>
  typeof first === 'number' && typeof second === 'number' ? Math.min(first, second) : undefined;

/** How two values of a keyword become one; undefined when only words can express both. */
const merges: Readonly<Record<string, Merge>> = {
  properties: mergeMembers,
  required: (first, second) =>
    Array.isArray(first) && Array.isArray(second) ? [...new Set([...first, ...second])] : undefined,
  type: (first, second) => {
    const both = schemaTypes({ type: first }).filter((type) => isOf(type, schemaTypes({ type: second })));
    return both.length > 1 ? both : (both[0] ?? first);
  },
  enum: (first, second) => {
    if (!Array.isArray(first) || !Array.isArray(second)) return undefined;
    const known = new Set(second.map((value) => JSON.stringify(value)));
    const both = first.filter((value) => known.has(JSON.stringify(value)));
    return both.length === 0 ? first : both;
  },
  additionalProperties: (first, second) => (first === false || second === false ? false : first),
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
};

function isOf(type: string, types: readonly string[]): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** Keywords whose first value is enough. */
const annotations = new Set(['title', 'description', 'default', 'examples', 'example', 'deprecated', '$comment']);

/** A schema without references and `allOf`. */
export interface SettledSchema {
  schema: JsonObject;
  /** References followed on the way here, which must not be followed again. */
  references: readonly string[];
  /** Rules that could not be merged: keyword and value. */
  left: [string, JsonValue][];
  /** Name of a reference that leads back to itself. */
  cycle?: string;
}

/** Maximum number of parts that are merged into one schema. */
const mostParts = 100;

/** Follows the references of a schema and merges its `allOf`; a reference that does not resolve restricts nothing. */
export function settleSchema(root: JsonObject, node: JsonObject, references: readonly string[]): SettledSchema {
  const { $ref, allOf, ...own } = node;
  let settled: SettledSchema = { schema: own, references, left: [] };
  if (typeof $ref === 'string') {
    if (references.includes($ref)) return { ...settled, cycle: referenceName($ref) };
    settled = addPart(root, settled, followReference(root, $ref), [...references, $ref]);
  }
  for (const part of Array.isArray(allOf) ? allOf.slice(0, mostParts) : []) {
    settled = addPart(root, settled, part, references);
  }
  return settled;
}

function addPart(
  root: JsonObject,
  settled: SettledSchema,
  part: JsonValue | undefined,
  references: readonly string[],
): SettledSchema {
  if (!isJsonObject(part)) return settled;
  const other = settleSchema(root, part, references);
  const { schema, left } = mergeSchemas(settled.schema, other.schema);
  const cycle = settled.cycle ?? other.cycle;
  return {
    schema,
    references: [...new Set([...settled.references, ...other.references])],
    left: [...settled.left, ...other.left, ...left],
    ...(cycle === undefined ? {} : { cycle }),
  };
}

function mergeSchemas(first: JsonObject, second: JsonObject): { schema: JsonObject; left: [string, JsonValue][] } {
  const left: [string, JsonValue][] = [];
  // A map, since a member may be named __proto__.
  const merged = new Map(Object.entries(first));
  for (const [keyword, value] of Object.entries(second)) {
    const own = merged.get(keyword);
    if (own === undefined) merged.set(keyword, value);
    else if (!annotations.has(keyword) && JSON.stringify(own) !== JSON.stringify(value)) {
      const both = Object.hasOwn(merges, keyword) ? merges[keyword]?.(own, value) : undefined;
      if (both === undefined) left.push([keyword, value]);
      else merged.set(keyword, both);
    }
  }
  return { schema: Object.fromEntries(merged), left };
}

function mergeMembers(first: JsonValue, second: JsonValue): JsonValue | undefined {
  if (!isJsonObject(first) || !isJsonObject(second)) return undefined;
  const members = new Map(Object.entries(first));
  for (const [name, part] of Object.entries(second)) {
    const own = members.get(name);
    const isSame = own === undefined || JSON.stringify(own) === JSON.stringify(part);
    members.set(name, isSame ? part : { allOf: [own, part] });
  }
  return Object.fromEntries(members);
}
