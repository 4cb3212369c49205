/**
 * Translates Schema Objects of 2.0, 3.0, 3.1 and 3.2 to JSON Schema 2020-12, one for requests and one for responses. A
 * referenced schema is translated once and shared, so that memory grows with the document and not with the number of
 * operations. Cycles and nesting cost nothing, since references stay references.
 */

import { childPointer, getPointer } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { checkRequired } from './check-required.js';
import type { Findings } from './findings.js';
import type { Placed, References } from './references.js';
import { annotations, faultOf, finishSchema, knownKeyword } from './schema-keywords.js';
import type { OpenApiVersion } from './wire.js';
import { member, openApiLimits } from './wire.js';

/** Read-only properties are omitted from requests, write-only ones from responses. */
export type Direction = 'input' | 'output';

/** A translated schema with the names of the definitions that it refers to. */
export interface Translated {
  schema: JsonSchema;
  references: ReadonlySet<string>;
  /** Characters of JSON. */
  size: number;
}

/** Translates the schemas of one document. */
export interface SchemaTranslator {
  translate(placed: Placed, direction: Direction): Translated;
  /** A definition by the name used in references: `#/$defs/<name>`. */
  definition(name: string, direction: Direction): Translated;
}

/** Dependencies of the translation. */
export interface TranslatorParts {
  root: JsonObject;
  version: OpenApiVersion;
  references: References;
  findings: Findings;
}

interface Walk extends TranslatorParts {
  direction: Direction;
  /** Names of the definitions found so far in the current schema. */
  met: Set<string>;
  nameOf(pointer: string): string;
}

/** A schema that accepts anything. */
export const open: JsonSchema = Object.freeze({});

/** Creates the translator for one document. */
export function createSchemaTranslator(parts: TranslatorParts): SchemaTranslator {
  const names = createDefinitionNames();
  const kept = { input: new Map<string, Translated>(), output: new Map<string, Translated>() };
  const translate = ({ value, pointer }: Placed, direction: Direction): Translated => {
    const met = new Set<string>();
    const schema = write({ ...parts, direction, met, nameOf: names.nameOf }, value, pointer, 0);
    return { schema, references: met, size: JSON.stringify(schema).length };
  };
  return {
    translate,
    definition(name, direction) {
      const known = kept[direction].get(name);
      if (known !== undefined) return known;
      const pointer = names.pointerOf(name);
      const translated = translate({ value: getPointer(parts.root, pointer) ?? {}, pointer }, direction);
      kept[direction].set(name, translated);
      return translated;
    },
  };
}

/** Definitions are named after the end of their pointer; the first of several keeps the plain name. */
function createDefinitionNames() {
  const byPointer = new Map<string, string>();
  const byName = new Map<string, string>();
  return {
    pointerOf: (name: string) => byName.get(name) ?? '',
    nameOf(pointer: string) {
      const known = byPointer.get(pointer);
      if (known !== undefined) return known;
      const last = pointer.slice(pointer.lastIndexOf('/') + 1).replaceAll(/[^A-Za-z0-9_.-]+/g, '_');
      const plain = /^_*$/.test(last) ? 'schema' : last.slice(0, 80);
      let name = plain;
      for (let count = 2; byName.has(name); count += 1) name = `${plain}_${count}`;
      byPointer.set(pointer, name);
      byName.set(name, pointer);
      return name;
    },
  };
}

function write(walk: Walk, schema: JsonValue, pointer: string, depth: number): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  if (!isJsonObject(schema)) {
    walk.findings.report('openapi/shape', pointer, { what: 'a schema' });
    return open;
  }
  if (depth > openApiLimits.schemaDepth) {
    walk.findings.report('openapi/schema-too-deep', pointer, { limit: openApiLimits.schemaDepth });
    return open;
  }
  checkShape(walk, schema, pointer);
  const ref = member(schema, '$ref');
  const older = walk.version === '2.0' || walk.version === '3.0';
  const written: JsonObject = typeof ref === 'string' ? writeReference(walk, ref, pointer) : {};
  for (const [name, value] of Object.entries(schema)) {
    if (typeof ref === 'string' && older && !annotations.has(name)) continue;
    const keyword = knownKeyword(name);
    if (keyword === undefined) continue;
    const reason = faultOf(name, keyword.form, value);
    if (reason !== undefined) {
      // An empty list of required names is a mistake without effect.
      const harmless = Array.isArray(value) && value.length === 0;
      if (!harmless) {
        walk.findings.report('openapi/schema-keyword', childPointer(pointer, name), { keyword: name, reason });
      }
      continue;
    }
    const { form } = keyword;
    const made = holdsSchemas.has(form)
      ? writeKeyword(walk, { form, value, at: childPointer(pointer, name), depth })
      : shortenText(form, value);
    // A truncated schema under `not` must not reject everything.
    if (name !== 'not' || made !== open) written[name] = made;
  }
  keepDiscriminator(walk, schema, written, pointer);
  return finishSchema(pruneRequired(walk, schema, written, pointer), schema);
}

function checkShape({ version, findings, references }: Walk, schema: JsonObject, pointer: string): void {
  if (version !== '2.0' && version !== '3.0') return;
  if (schema.type === 'array' && member(schema, 'items') === undefined && member(schema, '$ref') === undefined) {
    findings.report('openapi/array-without-items', pointer);
  }
  // All named ones are checked, also those that no operation uses.
  if (version === '2.0' && !/^\/components\/schemas\/[^/]+$/.test(pointer)) {
    checkRequired({ findings, references }, schema, pointer);
  }
}

function writeReference(walk: Walk, ref: string, pointer: string): JsonObject {
  const target = walk.references.target(ref, pointer);
  const found = target === undefined ? undefined : walk.references.follow({ value: { $ref: ref }, pointer });
  if (found === undefined) return {};
  const name = walk.nameOf(found.pointer);
  walk.met.add(name);
  return { $ref: `#/$defs/${name}` };
}

/** Forms of keywords with nested schemas. */
const holdsSchemas: ReadonlySet<string> = new Set([
  'schema',
  'items',
  'schemas',
  'schema-map',
  'pattern-map',
  'dependencies',
]);

function shortenText(form: string, value: JsonValue): JsonValue {
  return form === 'string' && typeof value === 'string' && value.length > 2_000 ? `${value.slice(0, 1_999)}…` : value;
}

interface KeywordLocation {
  form: NonNullable<ReturnType<typeof knownKeyword>>['form'];
  value: JsonValue;
  at: string;
  depth: number;
}

function writeKeyword(walk: Walk, { form, value, at, depth }: KeywordLocation): JsonValue {
  switch (form) {
    case 'schema':
      return write(walk, value, at, depth + 1);
    case 'items':
      return Array.isArray(value) ? writeList(walk, value, at, depth) : write(walk, value, at, depth + 1);
    case 'schemas':
      return writeList(walk, value as JsonValue[], at, depth);
    case 'schema-map':
    case 'pattern-map':
      return writeMap(walk, value as JsonObject, at, depth);
    case 'dependencies':
      return Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, each]) => [
          name,
          Array.isArray(each) ? each : write(walk, each, childPointer(at, name), depth + 1),
        ]),
      );
    default:
      return value;
  }
}

function writeList(walk: Walk, schemas: readonly JsonValue[], at: string, depth: number): JsonValue[] {
  return schemas.map((schema, index) => write(walk, schema, childPointer(at, index), depth + 1));
}

function writeMap(walk: Walk, schemas: JsonObject, at: string, depth: number): JsonObject {
  const wanted = Object.entries(wholeMap(walk, schemas, at)).filter(
    ([name, schema]) => !isHidden(walk, schema, childPointer(at, name)),
  );
  return Object.fromEntries(
    wanted.map(([name, schema]) => [name, write(walk, schema, childPointer(at, name), depth + 1)]),
  );
}

/** A map of schemas may itself be a reference; the specification does not define that, but authors write it. */
function wholeMap({ references }: Walk, schemas: JsonObject, at: string): JsonObject {
  const ref = member(schemas, '$ref');
  if (typeof ref !== 'string') return schemas;
  const { $ref: _, ...beside } = schemas;
  const found = references.follow({ value: { $ref: ref }, pointer: at })?.value;
  return isJsonObject(found) ? { ...found, ...beside } : beside;
}

/** True for a property that is omitted in this direction; declared by itself or by the target of its reference. */
function isHidden(walk: Walk, schema: JsonValue, pointer: string): boolean {
  if (!isJsonObject(schema)) return false;
  const parts = member(schema, 'allOf');
  const isPart = (part: JsonValue, at: number) => isMarked(walk, part, `${pointer}/allOf/${at}`);
  return isMarked(walk, schema, pointer) || (Array.isArray(parts) && parts.some(isPart));
}

/** True for a part that declares it itself or through its reference. */
function isMarked({ direction, references, root }: Walk, schema: JsonValue, pointer: string): boolean {
  if (!isJsonObject(schema)) return false;
  const mark = direction === 'input' ? 'readOnly' : 'writeOnly';
  if (member(schema, mark) === true) return true;
  const ref = member(schema, '$ref');
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return false;
  const target = references.target(ref, pointer);
  const named = target === undefined ? undefined : getPointer(root, target);
  return isJsonObject(named) && member(named, mark) === true;
}

/** A property that was omitted cannot be required. */
function pruneRequired(walk: Walk, source: JsonObject, written: JsonObject, pointer: string): JsonObject {
  const { required } = written;
  const properties = member(source, 'properties');
  if (!Array.isArray(required) || !isJsonObject(properties)) return written;
  const left = required.filter((name) => typeof name !== 'string' || !isLeftOut(walk, properties, name, pointer));
  if (left.length === required.length) return written;
  const { required: _, ...rest } = written;
  return left.length === 0 ? rest : { ...rest, required: left };
}

function isLeftOut(walk: Walk, properties: JsonObject, name: string, pointer: string): boolean {
  const property = member(properties, name);
  return property !== undefined && isHidden(walk, property, childPointer(`${pointer}/properties`, name));
}

/** The discriminator stays as an annotation whose mapping names definitions. */
function keepDiscriminator(walk: Walk, source: JsonObject, written: JsonObject, pointer: string): void {
  const discriminator = member(source, 'discriminator');
  if (!isJsonObject(discriminator) || typeof discriminator.propertyName !== 'string') return;
  const { propertyName, mapping } = discriminator;
  const mapped = isJsonObject(mapping)
    ? Object.entries(mapping).flatMap(([value, ref]): [string, string][] => {
        if (typeof ref !== 'string') return [];
        const found = walk.references.target(mappedRef(walk.root, ref), pointer);
        return found === undefined ? [] : [[value, `#/$defs/${walk.nameOf(found)}`]];
      })
    : [];
  // The discriminator selects the schema. Most are open objects, so several match, which is not an error.
  if (Array.isArray(written.oneOf) && written.anyOf === undefined) {
    written.anyOf = written.oneOf;
    delete written.oneOf;
  }
  written.discriminator = { propertyName, ...(mapped.length === 0 ? {} : { mapping: Object.fromEntries(mapped) }) };
}

/** The values of a mapping are schema names or references (OpenAPI 3.1 §4.8.25). */
function mappedRef(root: JsonObject, value: string): string {
  const named = childPointer('/components/schemas', value);
  return getPointer(root, named) === undefined ? value : `#${named}`;
}
