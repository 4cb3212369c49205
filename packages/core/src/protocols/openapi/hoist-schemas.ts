/**
 * Moves the definitions of many schemas into the components of one document: each once, with rewritten references and
 * without name conflicts.
 */

import { buildPointer, keywords } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { sha256Hex } from '#digest';

/** Accepts schemas and returns them with references into the components. */
export interface SchemaRegistry {
  /** The schema as it is written in the document; `name` is for a schema that has to become a component as a whole. */
  place(schema: JsonSchema, name: string): JsonSchema;
  components(): JsonObject;
}

const prefix = '#/components/schemas/';
const own = /^#\/\$defs\/([^/]+)$/;

/** Creates an empty registry. */
export function createSchemaRegistry(): SchemaRegistry {
  /** Component → its text before references were rewritten. */
  const texts = new Map<string, string>();
  const components = new Map<string, JsonValue>();
  const add = (name: string, text: string, schema: JsonValue) => {
    texts.set(name, text);
    components.set(name, schema);
  };
  return {
    place(schema, name) {
      if (!isJsonObject(schema)) return schema;
      const refs = referencesOf(schema);
      if (refs.length === 0) return withoutDefinitions(schema);
      return refs.every((ref) => own.test(ref)) ? hoist(schema, texts, add) : keepWhole(schema, name, texts, add);
    },
    components: () => Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

type Add = (name: string, text: string, schema: JsonValue) => void;

function hoist(schema: JsonObject, texts: ReadonlyMap<string, string>, add: Add): JsonObject {
  const { $defs, ...root } = schema;
  const definitions = isJsonObject($defs) ? $defs : {};
  const names = nameDefinitions(definitions, texts);
  const aim = (ref: string) => {
    const [, name = ''] = own.exec(ref) ?? [];
    return `${prefix}${names.get(decode(name)) ?? decode(name)}`;
  };
  for (const [name, definition] of Object.entries(definitions)) {
    const component = names.get(name) ?? name;
    if (!texts.has(component)) add(component, JSON.stringify(definition), retarget(definition, aim));
  }
  return retarget(root, aim) as JsonObject;
}

/** A name that is already used for another schema gets a suffix, and so does every schema that refers to it. */
function nameDefinitions(definitions: JsonObject, texts: ReadonlyMap<string, string>): Map<string, string> {
  const marked = new Set<string>();
  for (const [name, definition] of Object.entries(definitions)) {
    const known = texts.get(plain(name));
    if (known !== undefined && known !== JSON.stringify(definition)) marked.add(name);
  }
  const refs = marked.size === 0 ? new Map<string, string[]>() : refsByName(definitions);
  for (let before = -1; before !== marked.size; ) {
    before = marked.size;
    for (const [name, targets] of refs) if (targets.some((target) => marked.has(target))) marked.add(name);
  }
  const mark = marked.size === 0 ? '' : sha256Hex(JSON.stringify(definitions)).slice(0, 6);
  return new Map(
    Object.keys(definitions).map((name) => [name, marked.has(name) ? `${plain(name)}_${mark}` : plain(name)]),
  );
}

function refsByName(definitions: JsonObject): Map<string, string[]> {
  return new Map(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      referencesOf(definition).flatMap((ref) => decode(own.exec(ref)?.[1] ?? '')),
    ]),
  );
}

/** A schema with references of other kinds keeps its form, as a component. */
function keepWhole(schema: JsonObject, name: string, texts: ReadonlyMap<string, string>, add: Add): JsonObject {
  let component = plain(name);
  for (let count = 2; texts.has(component); count += 1) component = `${plain(name)}_${count}`;
  const { $schema: _, $id: id, ...rest } = schema;
  const anchors = anchorsOf(rest);
  const aim = (ref: string) => {
    const inside = typeof id === 'string' && id !== '' && ref.startsWith(`${id}#`) ? ref.slice(id.length) : ref;
    if (!inside.startsWith('#')) return ref === id ? `${prefix}${component}` : ref;
    return `${prefix}${component}${anchors.get(inside.slice(1)) ?? inside.slice(1)}`;
  };
  add(component, JSON.stringify(schema), retarget(rest, aim));
  return { $ref: `${prefix}${component}` };
}

/** Pointers to anchored schemas; in the document a schema is found by its location only. */
function anchorsOf(value: JsonValue, pointer = '', found = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) return found;
  const anchor = isJsonObject(value) ? value.$anchor : undefined;
  if (typeof anchor === 'string' && !found.has(anchor)) found.set(anchor, pointer);
  for (const [name, each] of Object.entries(value)) anchorsOf(each, `${pointer}${buildPointer([name])}`, found);
  return found;
}

/** Component names consist of letters, digits, dots, hyphens and underscores. */
function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, '_') || 'schema';
}

function decode(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function withoutDefinitions(schema: JsonObject): JsonObject {
  const { $defs: _, $schema: __, ...rest } = schema;
  return rest;
}

/** `inNames`: the members are names chosen by the schema's author, not keywords. */
function referencesOf(value: JsonValue, inNames = false): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => referencesOf(each));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if (inNames) return referencesOf(each);
    if (name === '$ref' && typeof each === 'string') return [each];
    return isData(name) ? [] : referencesOf(each, holdsNames(name));
  });
}

function retarget(value: JsonValue, aim: (ref: string) => string, inNames = false): JsonValue {
  if (Array.isArray(value)) return value.map((each) => retarget(each, aim));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (inNames) return [name, retarget(each, aim)];
      if (name === '$ref' && typeof each === 'string') return [name, aim(each)];
      if (name === 'discriminator') return [name, aimDiscriminator(each, aim)];
      return [name, isData(name) ? each : retarget(each, aim, holdsNames(name))];
    }),
  );
}

function holdsNames(keyword: string): boolean {
  const form = keywords.get(keyword)?.form;
  return form === 'schema-map' || form === 'pattern-map' || form === 'dependencies';
}

function aimDiscriminator(value: JsonValue, aim: (ref: string) => string): JsonValue {
  if (!isJsonObject(value) || !isJsonObject(value.mapping)) return value;
  const mapping = Object.entries(value.mapping).map(([key, ref]) => [
    key,
    typeof ref === 'string' && own.test(ref) ? aim(ref) : ref,
  ]);
  return { ...value, mapping: Object.fromEntries(mapping) };
}

/** Members whose content is values, not schemas. */
function isData(name: string): boolean {
  return name === 'examples' || name === 'default' || name === 'const' || name === 'enum';
}
