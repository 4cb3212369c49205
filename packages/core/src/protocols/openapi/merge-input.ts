/**
 * Merges the parameters and the body into one input object. Rules: an object body contributes its members; any other
 * body is the input `body`. Of two equal names the one in the path wins, then query, header, cookie, body; the others
 * get their location as a prefix (`query_id`). Headers that make a call safe are ordinary inputs, under the names that
 * tools use for them (`idempotency_key`, `dry_run`). On the wire everything keeps its original name.
 */
import type { HttpBody, HttpParameter, JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { count, type OpenApiDocument } from './document.js';
import type { FlatObject } from './flatten-object.js';
import { flattenObject } from './flatten-object.js';
import { fileHint } from './given-file.js';
import { isMultipart, type ReadBody } from './read-body.js';
import type { ReadParameter } from './read-parameters.js';
import type { Translated } from './translate-schema.js';

/** The input of an operation and the location of each part of it. */
export interface MergedInput {
  input: Translated;
  parameters: { [input: string]: HttpParameter };
  body?: HttpBody;
}

interface Merge {
  document: OpenApiDocument;
  properties: Map<string, JsonSchema>;
  parameters: Map<string, HttpParameter>;
  required: string[];
  references: Set<string>;
}

/** Names that every model interface accepts. */
const plainName = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** Control headers with their input names, since models cannot set headers. */
const controls: ReadonlyMap<string, string> = new Map([
  ['idempotency-key', 'idempotency_key'],
  ['x-idempotency-key', 'idempotency_key'],
  ['x-dry-run', 'dry_run'],
  ['dry-run', 'dry_run'],
]);

const order = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

/** Creates the input; every renaming is reported. */
export function mergeInput(
  document: OpenApiDocument,
  parameters: readonly ReadParameter[],
  body: ReadBody | undefined,
): MergedInput {
  const merge: Merge = { document, properties: new Map(), parameters: new Map(), required: [], references: new Set() };
  for (const place of order) {
    for (const parameter of parameters) if (parameter.in === place) addParameter(merge, parameter);
  }
  const taken = body === undefined ? undefined : addBody(merge, body);
  const isOpen = taken?.body.open === true;
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(merge.properties),
    ...(merge.required.length === 0 ? {} : { required: merge.required }),
    ...(isOpen ? {} : { additionalProperties: false }),
    ...taken?.conditions,
  };
  return {
    input: { schema, references: merge.references, size: JSON.stringify(schema).length },
    parameters: Object.fromEntries(merge.parameters),
    ...(taken === undefined ? {} : { body: taken.body }),
  };
}

function addParameter(merge: Merge, parameter: ReadParameter): void {
  const { name, in: place, style, explode, allowReserved, mediaType, parts, schema } = parameter;
  const control = place === 'header' ? controls.get(name.toLowerCase()) : undefined;
  const fixed = fixedValue(parameter);
  const input = freeName(merge, control ?? name, place, parameter.pointer);
  merge.parameters.set(input, {
    in: place,
    ...(input === name ? {} : { name }),
    ...(style === undefined ? {} : { style }),
    ...(explode === undefined ? {} : { explode }),
    ...(allowReserved === undefined ? {} : { allowReserved }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(parts === undefined ? {} : { parts }),
    ...(fixed === undefined ? {} : { fixed }),
  });
  if (fixed !== undefined) return;
  merge.properties.set(input, titled(describe(schema.schema, parameter), name));
  for (const reference of schema.references) merge.references.add(reference);
  if (parameter.required) merge.required.push(input);
}

/** The only value of a required header; it is sent with every call and is no input. */
function fixedValue({ in: place, required, schema: { schema } }: ReadParameter): string | undefined {
  const value = place === 'header' && required && isJsonObject(schema) ? schema.const : undefined;
  return typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value) ? value : undefined;
}

function describe(
  schema: JsonSchema,
  { description, deprecated }: Pick<ReadParameter, 'description' | 'deprecated'>,
): JsonSchema {
  if (description === undefined && !deprecated) return schema;
  const plain = isJsonObject(schema) ? schema : {};
  return {
    ...plain,
    ...(description === undefined ? {} : { description }),
    ...(deprecated ? { deprecated } : {}),
  };
}

/** The title of an input whose name no model accepts is that name: it is often all that says what the input is. */
function titled(schema: JsonSchema, name: string): JsonSchema {
  if (/^[\x20-\x7e]*$/.test(name) || !isJsonObject(schema) || schema.title !== undefined) return schema;
  return { title: name, ...schema };
}

/** The input's name: that on the wire if it is valid and free. */
function freeName({ properties, document }: Merge, name: string, place: string, pointer: string): string {
  const plain = plainName.test(name) && name !== '__proto__' ? name : sanitise(name);
  const candidates = [plain, `${place}_${plain}`.slice(0, 64)];
  let input = candidates.find((each) => !properties.has(each));
  for (let at = 2; input === undefined; at += 1) {
    const numbered = `${`${place}_${plain}`.slice(0, 60)}_${at}`;
    if (!properties.has(numbered)) input = numbered;
  }
  if (input !== name) document.findings.report('openapi/input-renamed', pointer, { name, place, input });
  return input;
}

function sanitise(name: string): string {
  const kept = name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replaceAll(/^[_.-]+|[_.-]+$/g, '');
  const text = kept === '' ? 'value' : kept.slice(0, 64);
  return /^[A-Za-z_]/.test(text) ? text : `_${text}`.slice(0, 64);
}

interface TakenBody {
  body: HttpBody;
  /** Keywords next to the properties that still apply to the merged object. */
  conditions: JsonObject;
}

function addBody(merge: Merge, body: ReadBody): TakenBody {
  const { mediaType, required, binary, parts } = body;
  const how: HttpBody = {
    mediaType,
    ...(required ? { required } : {}),
    ...(binary ? { binary } : {}),
    ...(Object.keys(parts).length === 0 ? {} : { parts }),
    ...(body.xml === undefined ? {} : { xml: body.xml }),
  };
  const flat = body.structured ? flattenObject(merge.document, body.schema) : undefined;
  const counted = flat === undefined ? undefined : countRules(merge, flat, required);
  if (flat === undefined || counted === undefined)
    return { body: { ...how, whole: addWhole(merge, body) }, conditions: {} };
  if (body.description !== undefined) count(merge.document, 'description of a body');
  const conditions = { ...addMembers(merge, flat, body), ...counted };
  return { body: { ...how, ...(flat.open ? { open: true } : {}) }, conditions };
}

/**
 * The limits of the number of members, for the merged object: required inputs from elsewhere are always there. Undefined
 * when optional inputs make the number of members uncertain.
 */
function countRules(
  { properties, required: needed }: Merge,
  { least, most }: FlatObject,
  isRequired: boolean,
): JsonObject | undefined {
  // Without members, an optional body is not sent.
  const atLeast = !isRequired && least <= 1 ? 0 : least;
  const others = properties.size;
  const isCounted = needed.length === others;
  if (most < Number.POSITIVE_INFINITY && !isCounted) return undefined;
  const upper = most < Number.POSITIVE_INFINITY ? { maxProperties: most + others } : {};
  if (atLeast === 0) return upper;
  if (!isRequired) return undefined;
  if (isCounted) return { minProperties: atLeast + others, ...upper };
  return atLeast === 1 ? { not: { propertyNames: { enum: [...properties.keys()] } } } : undefined;
}

function addWhole(merge: Merge, { schema, required, description, pointer }: ReadBody): string {
  const input = freeName(merge, 'body', 'request', pointer);
  merge.parameters.set(input, { in: 'body' });
  merge.properties.set(
    input,
    describe(schema.schema, { deprecated: false, ...(description === undefined ? {} : { description }) }),
  );
  for (const reference of schema.references) merge.references.add(reference);
  if (required) merge.required.push(input);
  return input;
}

/** The description says how a file is given; lists of files have the hint too. */
function withFileHint(schema: JsonSchema): JsonSchema {
  const plain = isJsonObject(schema) ? schema : {};
  const said = typeof plain.description === 'string' ? plain.description : '';
  if (said.includes(fileHint)) return schema;
  return { ...plain, description: said === '' ? fileHint : `${said} (${fileHint})` };
}

function addMembers(merge: Merge, flat: FlatObject, body: ReadBody): JsonObject {
  const inputs = new Map<string, string>();
  for (const [name, schema] of flat.properties) {
    const input = freeName(merge, name, 'body', body.pointer);
    inputs.set(name, input);
    merge.properties.set(
      input,
      titled(isMultipart(body.mediaType) && body.parts[name]?.binary === true ? withFileHint(schema) : schema, name),
    );
    merge.parameters.set(input, { in: 'body', ...(input === name ? {} : { name }) });
    // No member of an optional body is required.
    if (body.required && flat.required.has(name)) merge.required.push(input);
  }
  for (const reference of flat.references) merge.references.add(reference);
  return body.required ? (renameMembers(flat.conditions, inputs) as JsonObject) : {};
}

/** Conditions on members, under the names of their inputs. */
function renameMembers(value: JsonValue, inputs: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((each) => renameMembers(each, inputs));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([keyword, each]) => [
      keyword,
      keyword === 'required' && Array.isArray(each)
        ? each.map((name) => inputs.get(String(name)) ?? name)
        : renameMembers(each, inputs),
    ]),
  );
}
