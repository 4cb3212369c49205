/** Reads the responses: the schema of a success, its media types, and the declared errors of an operation. */

import { childPointer } from '@dragoman/documents';
import type { HttpXml, JsonObject, JsonSchema, OperationError } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { toSnakeCase } from '../../documents/identifier.js';
import { count, type OpenApiDocument } from './document.js';
import { isText } from './find-files.js';
import { isEventStream, isJsonLines, translateItems } from './json-lines.js';
import type { ListedOperation } from './list-operations.js';
import { nameError } from './name-error.js';
import { chooseMediaType, isJson, opaque } from './read-body.js';
import type { Placed } from './references.js';
import type { Translated } from './translate-schema.js';
import { member, textOf } from './wire.js';
import { isXml, readShape } from './xml/read-shape.js';

/** The responses of an operation. */
export interface ReadResponses {
  output: Translated;
  /** Media types to request, when they are not JSON alone. */
  accept?: string[];
  /** How an XML response is read. */
  xml?: HttpXml;
  errors: OperationError[];
  /** Declared statuses of a success, when they are not 200 alone; empty when it may be any. */
  statuses?: number[];
}

interface Response {
  /** `200`, `2XX`, `default`. */
  code: string;
  response: Placed<JsonObject>;
}

/** Success statuses in the order in which they represent an operation (agis.md OAS-06). */
const successes = ['200', '201', '202', '203', '204', '205', '206', '2XX', 'default'];

/** Maximum number of errors kept for one operation. */
const maxErrors = 50;

/** Reads the responses of an operation; `entity` is the noun for the names of its errors. */
export function readResponses(document: OpenApiDocument, listed: ListedOperation, entity: string): ReadResponses {
  const responses = listResponses(document, listed.operation);
  const good = successes.flatMap((code) => responses.filter((each) => each.code === code));
  const declared = good.filter(({ code }) => code !== 'default');
  const used = declared.length > 0 ? declared : good;
  if (used.length === 0) count(document, 'no-success');
  for (const each of responses)
    if (!/^[45]/.test(each.code) && !used.includes(each))
      count(document, 'response that is neither a success nor an error');
  const errors = responses
    .filter(({ code }) => /^[45]/.test(code))
    .flatMap(({ code, response }) => readErrors(document, { code, response, entity }))
    .slice(0, maxErrors);
  return {
    ...readSuccess(document, used, listed),
    ...statusesOf(used),
    errors: distinct(errors),
  };
}

function statusesOf(used: readonly Response[]): Pick<ReadResponses, 'statuses'> {
  const statuses = used.flatMap(({ code }) => (/^\d+$/.test(code) ? [Number(code)] : []));
  if (statuses.length < used.length) return { statuses: [] };
  return statuses.length === 1 && statuses[0] === 200 ? {} : { statuses };
}

function listResponses(document: OpenApiDocument, { value, pointer }: Placed<JsonObject>): Response[] {
  const responses = member(value, 'responses');
  const at = childPointer(pointer, 'responses');
  // Optional since 3.1.
  if (responses === undefined && /^3\.[12]$/.test(document.version)) return [];
  if (!isJsonObject(responses)) {
    document.findings.report('openapi/shape', at, { what: 'the responses object' });
    return [];
  }
  return Object.entries(responses).flatMap(([name, each]): Response[] => {
    if (name.startsWith('x-')) return [];
    const code = name.toUpperCase() === 'DEFAULT' ? 'default' : name.toUpperCase();
    if (!/^([1-5](\d\d|XX)|default)$/.test(code)) {
      document.findings.report('openapi/response-code', childPointer(at, name), { code: name });
      return [];
    }
    const found = document.references.object({ value: each, pointer: childPointer(at, name) }, 'a response');
    if (found === undefined) return [];
    if (isJsonObject(member(found.value, 'links'))) count(document, 'links');
    if (isJsonObject(member(found.value, 'headers'))) count(document, 'headers');
    return [{ code, response: found }];
  });
}

/** One success gives its schema; several with different bodies give a union of them. */
function readSuccess(
  document: OpenApiDocument,
  used: readonly Response[],
  listed: ListedOperation,
): Pick<ReadResponses, 'output' | 'accept' | 'xml'> {
  const read = used.map(({ response }) => readContent(document, response, listed));
  const bodies = read.filter(({ mediaType }) => mediaType !== undefined);
  const types = [...new Set(bodies.flatMap(({ mediaType }) => mediaType ?? []))];
  const accept = types.every(isPlainJson) ? {} : { accept: types };
  const [first, ...others] = bodies.length === 0 ? read : bodies;
  if (first === undefined) return { output: whole(true) };
  const different = others.filter(
    ({ output }) => JSON.stringify(output.schema) !== JSON.stringify(first.output.schema),
  );
  if (different.length === 0) {
    return { output: first.output, ...accept, ...(first.xml === undefined ? {} : { xml: first.xml }) };
  }
  const xml = bodies.find((each) => each.xml !== undefined)?.xml;
  const output = eitherOf([first, ...different].map((each) => each.output));
  return { output, ...accept, ...(xml === undefined ? {} : { xml }) };
}

function eitherOf(outputs: readonly Translated[]): Translated {
  const references = new Set(outputs.flatMap((output) => [...output.references]));
  return whole({ anyOf: outputs.map(({ schema }) => schema) }, references);
}

function whole(schema: JsonSchema, references: ReadonlySet<string> = new Set()): Translated {
  return { schema, references, size: JSON.stringify(schema).length };
}

function isPlainJson(mediaType: string): boolean {
  return /^application\/json\s*$/i.test(mediaType);
}

interface Content {
  output: Translated;
  /** Absent when there is no body. */
  mediaType?: string;
  xml?: HttpXml;
}

function readContent(
  document: OpenApiDocument,
  { value, pointer }: Placed<JsonObject>,
  listed: ListedOperation,
): Content {
  const content = member(value, 'content');
  const types = isJsonObject(content) ? Object.keys(content) : [];
  const chosen = document.media.choose(listed, types) ?? chooseMediaType(types);
  if (!isJsonObject(content) || chosen === undefined) return { output: whole({ type: 'object' }) };
  if (types.length > 1) {
    const all = types.slice(0, 8).join(', ');
    document.findings.report('openapi/media-type-left-out', pointer, { what: 'response', all, chosen });
  }
  const mediaType = /\*/.test(chosen) ? 'application/json' : chosen.slice(0, 200);
  const at = childPointer(childPointer(pointer, 'content'), chosen);
  const media = document.references.object({ value: member(content, chosen) ?? {}, pointer: at }, 'a media type');
  const isSequence = isJsonLines(chosen) || isEventStream(chosen);
  const items = isSequence && media !== undefined ? translateItems(document, media, 'output') : undefined;
  if (items !== undefined) return { output: items, mediaType };
  const described = isXml(chosen) && media !== undefined ? readXmlContent(document, media) : undefined;
  if (described !== undefined) return { ...described, mediaType };
  if (!isJson(chosen)) return { output: opaque(mediaType, !isText(mediaType)), mediaType };
  const schema = (media && member(media.value, 'schema')) ?? {};
  const place = { value: schema, pointer: childPointer(media?.pointer ?? at, 'schema') };
  return { output: document.translator.translate(place, 'output'), mediaType };
}

/** XML that the schema describes; undefined when it stays a text. */
function readXmlContent(document: OpenApiDocument, media: Placed<JsonObject>): Omit<Content, 'mediaType'> | undefined {
  const place = { value: member(media.value, 'schema') ?? {}, pointer: childPointer(media.pointer, 'schema') };
  const shape = readShape(document, place);
  return 'fault' in shape ? undefined : { output: document.translator.translate(place, 'output'), xml: shape.xml };
}

/** One error, or one for each code that a written document names. */
function readErrors(
  document: OpenApiDocument,
  { code, response, entity }: Response & { entity: string },
): OperationError[] {
  const description = textOf(member(response.value, 'description'), 500);
  const status = /^\d{3}$/.test(code) ? Number(code) : undefined;
  const own = member(response.value, 'x-error-codes');
  const said = Array.isArray(own) ? own.filter((each) => typeof each === 'string') : [];
  const retryable = ['408', '425', '429', '502', '503', '504'].includes(code);
  const schema = errorSchema(document, response);
  if (schema !== undefined) count(document, 'schema of an error');
  const named = said.length === 0 ? [nameError({ status: code, description, entity, schema })] : said;
  return named.map((name, at) => ({
    code: said.length === 0 ? name : toSnakeCase(name, 'failed'),
    ...(description === undefined || at > 0 ? {} : { description }),
    ...(status === undefined ? {} : { status }),
    ...(retryable ? { retryable } : {}),
  }));
}

/** The body of an error, as in the document, for a code that it may name. */
function errorSchema(document: OpenApiDocument, { value }: Placed<JsonObject>): JsonObject | undefined {
  const content = member(value, 'content');
  const chosen = isJsonObject(content) ? chooseMediaType(Object.keys(content)) : undefined;
  const media = isJsonObject(content) && chosen !== undefined ? member(content, chosen) : undefined;
  const schema = isJsonObject(media) ? member(media, 'schema') : undefined;
  const found = schema === undefined ? undefined : document.references.follow({ value: schema, pointer: '' });
  return isJsonObject(found?.value) ? found.value : undefined;
}

/** Two errors with the same code are distinguished by their status. */
function distinct(errors: readonly OperationError[]): OperationError[] {
  const taken = new Set<string>();
  return errors.map((error) => {
    const code = taken.has(error.code) && error.status !== undefined ? `${error.code}_${error.status}` : error.code;
    taken.add(code);
    return { ...error, code };
  });
}
