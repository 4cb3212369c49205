/**
 * Moves definitions of a schema to `schemas` of the document, where AGIS keeps shared schemas (§8.1). Equal
 * definitions of several operations are merged.
 */

import { without } from '@dragoman/agis';
import { canonicalJson, escapeToken } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The shared schemas of a document while it is written. */
export interface SharedSchemas {
  schemas: JsonObject;
  /** Assigned names, by the serialized set of definitions. */
  known: Map<string, ReadonlyMap<string, string>>;
  /** Cached serializations of definitions that several operations share. */
  texts: WeakMap<object, string>;
}

/** An empty collection. */
export function createSharedSchemas(): SharedSchemas {
  return { schemas: {}, known: new Map(), texts: new WeakMap() };
}

/** The schema with its references changed to the shared schemas; undefined when it is not an object. */
export function hoistDefinitions(schema: JsonSchema, owner: string, shared: SharedSchemas): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined;
  const own = isJsonObject(schema.$defs) ? schema.$defs : {};
  const rest = without(schema, '$defs', '$schema');
  const pointsToRoot = hasRootReference(schema);
  if (Object.keys(own).length === 0 && !pointsToRoot) return rest;
  const names = nameDefinitions({ own, root: pointsToRoot ? rest : undefined, owner }, shared);
  if (!pointsToRoot) return lead(rest, names) as JsonObject;
  return { $ref: `#/schemas/${escapeToken(names.get('') ?? owner)}` };
}

interface Definitions {
  own: JsonObject;
  /** The schema itself, if it is referenced. */
  root: JsonObject | undefined;
  owner: string;
}

/** Names for all definitions of one schema; an identical set of definitions is added once. */
function nameDefinitions({ own, root, owner }: Definitions, shared: SharedSchemas): ReadonlyMap<string, string> {
  const parts = Object.entries(own).map(([name, definition]) => `${name} ${textOf(definition, shared)}`);
  const identity = [...parts, root === undefined ? '' : canonicalJson(root)].join('\n');
  const known = shared.known.get(identity);
  if (known !== undefined) return known;
  const names = new Map<string, string>();
  for (const name of Object.keys(own)) names.set(name, freeName(name, owner, shared));
  if (root !== undefined) names.set('', freeName(owner, owner, shared));
  for (const [name, definition] of Object.entries(own))
    shared.schemas[names.get(name) ?? name] = lead(definition, names);
  if (root !== undefined) shared.schemas[names.get('') ?? owner] = lead(root, names);
  shared.known.set(identity, names);
  return names;
}

function textOf(definition: JsonValue, { texts }: SharedSchemas): string {
  if (typeof definition !== 'object' || definition === null) return String(definition);
  const text = texts.get(definition) ?? canonicalJson(definition);
  texts.set(definition, text);
  return text;
}

function freeName(wanted: string, owner: string, { schemas }: SharedSchemas): string {
  const plain = wanted.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 80) || 'schema';
  let name = Object.hasOwn(schemas, plain) ? `${owner}_${plain}` : plain;
  for (let count = 2; Object.hasOwn(schemas, name); count += 1) name = `${owner}_${plain}_${count}`;
  schemas[name] = true;
  return name;
}

/** True when a reference targets the schema itself or a location in it that is not a definition. */
function hasRootReference(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasRootReference);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, member]) =>
    name === '$ref' && typeof member === 'string'
      ? member.startsWith('#') && !member.startsWith('#/$defs/')
      : hasRootReference(member),
  );
}

function lead(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => lead(item, names));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? leadReference(member, names) : lead(member, names),
    ]),
  );
}

function leadReference(reference: string, names: ReadonlyMap<string, string>): string {
  const [, token, rest = ''] = /^#\/\$defs\/([^/]+)(\/.*)?$/.exec(reference) ?? [];
  const definition = token === undefined ? undefined : names.get(decodeToken(token));
  if (definition !== undefined) return `#/schemas/${escapeToken(definition)}${rest}`;
  const root = names.get('');
  return root !== undefined && reference.startsWith('#')
    ? `#/schemas/${escapeToken(root)}${reference.slice(1)}`
    : reference;
}

function decodeToken(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return token;
  }
}
