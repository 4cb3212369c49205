/**
 * Makes a schema of a document stand on its own: what it refers to elsewhere in the document (`#/schemas/loan`) comes
 * along as a definition. References to places inside the schema itself stay as they are.
 */

import { countValues, getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** What may still be brought along for one document; counts down. */
export interface BundleAllowance {
  values: number;
}

/** Values that all schemas of one document may have together. */
export const mostBundled = 1_000_000;

interface Bundle {
  document: JsonObject;
  own: JsonObject;
  /** Pointer into the document → name of the definition. */
  names: Map<string, string>;
  definitions: JsonObject;
  waiting: string[];
  allowance: BundleAllowance;
}

/** The schema with its definitions; undefined when the allowance is used up. */
export function bundleSchema(
  schema: JsonObject,
  document: JsonObject,
  allowance: BundleAllowance,
): JsonObject | undefined {
  const own = isJsonObject(schema.$defs) ? schema.$defs : {};
  const bundle: Bundle = { document, own: schema, names: new Map(), definitions: { ...own }, waiting: [], allowance };
  allowance.values -= countValues(schema);
  const whole = rewrite(schema, bundle);
  for (let next = bundle.waiting.pop(); next !== undefined; next = bundle.waiting.pop()) {
    const target = getPointer(document, next);
    const name = bundle.names.get(next);
    if (target === undefined || name === undefined) continue;
    allowance.values -= countValues(target);
    if (allowance.values < 0) return undefined;
    bundle.definitions[name] = rewrite(target, bundle);
  }
  if (allowance.values < 0 || !isJsonObject(whole)) return undefined;
  return bundle.names.size === 0 ? schema : { ...whole, $defs: bundle.definitions };
}

/** Keywords whose values are data and hold no schemas, and those whose members are schemas under free names. */
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
  // Taken at once, so that no other one gets the name.
  bundle.definitions[name] = true;
  bundle.waiting.push(pointer);
  return name;
}
