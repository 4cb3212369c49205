/**
 * Makes a schema of a document self-contained: schemas that it references elsewhere in the document
 * (`#/schemas/loan`) are added as definitions. References inside the schema itself are unchanged.
 */

import { countValues, getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The remaining budget for one document; counts down. */
export interface BundleBudget {
  values: number;
}

/** Maximum number of values in all schemas of one document. */
export const maxBundledValues = 1_000_000;

interface Bundle {
  document: JsonObject;
  own: JsonObject;
  /** Definition names by JSON pointer into the document. */
  names: Map<string, string>;
  definitions: JsonObject;
  waiting: string[];
  budget: BundleBudget;
}

/** The schema with its definitions; undefined when the budget is exhausted. */
export function bundleSchema(schema: JsonObject, document: JsonObject, budget: BundleBudget): JsonObject | undefined {
  const own = isJsonObject(schema.$defs) ? schema.$defs : {};
  const bundle: Bundle = { document, own: schema, names: new Map(), definitions: { ...own }, waiting: [], budget };
  budget.values -= countValues(schema);
  const whole = rewrite(schema, bundle);
  for (let next = bundle.waiting.pop(); next !== undefined; next = bundle.waiting.pop()) {
    const target = getPointer(document, next);
    const name = bundle.names.get(next);
    if (target === undefined || name === undefined) continue;
    budget.values -= countValues(target);
    if (budget.values < 0) return undefined;
    bundle.definitions[name] = rewrite(target, bundle);
  }
  if (budget.values < 0 || !isJsonObject(whole)) return undefined;
  return bundle.names.size === 0 ? schema : { ...whole, $defs: bundle.definitions };
}

/** Keywords whose values are data without schemas, and keywords whose members are schemas under free names. */
const opaque: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'example']);
const named: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

function rewrite(value: JsonValue, bundle: Bundle): JsonValue {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, bundle));
  return isJsonObject(value) ? mapMembers(value, (name, member) => rewriteMember(name, member, bundle)) : value;
}

function rewriteMember(name: string, member: JsonValue, bundle: Bundle): JsonValue {
  if (name === '$ref' && typeof member === 'string') return rewriteReference(member, bundle);
  if (opaque.has(name)) return member;
  return named.has(name) && isJsonObject(member)
    ? mapMembers(member, (_, schema) => rewrite(schema, bundle))
    : rewrite(member, bundle);
}

function mapMembers(object: JsonObject, change: (name: string, member: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(name, member)]));
}

function rewriteReference(reference: string, bundle: Bundle): string {
  const pointer = reference.startsWith('#/') ? decodePointer(reference.slice(1)) : undefined;
  if (pointer === undefined) return reference;
  const isOwn = !pointer.startsWith('/schemas/') && getPointer(bundle.own, pointer) !== undefined;
  if (isOwn || getPointer(bundle.document, pointer) === undefined) return reference;
  return `#/$defs/${nameFor(pointer, bundle)}`;
}

function decodePointer(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function nameFor(pointer: string, bundle: Bundle): string {
  const known = bundle.names.get(pointer);
  if (known !== undefined) return known;
  const plain = (pointer.split('/').at(-1) ?? '').replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 60) || 'schema';
  let name = plain;
  for (let count = 2; Object.hasOwn(bundle.definitions, name); count += 1) name = `${plain}_${count}`;
  bundle.names.set(pointer, name);
  // Reserved at once, so that no other definition gets the name.
  bundle.definitions[name] = true;
  bundle.waiting.push(pointer);
  return name;
}
