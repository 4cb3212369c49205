/** Reads the request body of an operation: the media type that is used, its schema, and the encoding of form parts. */

import { childPointer } from '@dragoman/documents';
import type { HttpPart, HttpStyle, HttpXml, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { CuratedOperation } from '../../documents/curation.js';
import type { OpenApiDocument } from './document.js';
import { fileMembers, isText, objectMembers, typeOf } from './find-files.js';
import { isJsonLines, translateItems } from './json-lines.js';
import type { Placed } from './references.js';
import type { Translated } from './translate-schema.js';
import { member, textOf } from './wire.js';
import { isXml, readShape } from './xml/read-shape.js';
import { isXmlName } from './xml/xml-node.js';

/** A request body, ready to become inputs. */
export interface ReadBody {
  mediaType: string;
  required: boolean;
  description?: string;
  schema: Translated;
  /** JSON and forms are split into members; everything else is one text or Base64. */
  structured: boolean;
  binary: boolean;
  parts: { [member: string]: HttpPart };
  xml?: HttpXml;
  /** Location of the schema in the document. */
  pointer: string;
}

/** Also `application/vnd.api+json` and `application/x-amz-json-1.1`, but no sequences of JSON values. */
const jsonType = /[+/](?:[\w.]+-)*json\b(?!-seq\b)/i;

/** Kinds of media types in order of preference. */
const preferences: readonly RegExp[] = [
  /^application\/json\b/i,
  jsonType,
  /^\*\/\*$|^application\/\*$/,
  /x-www-form-urlencoded|form-urlencoded/i,
  /^multipart\/|form-data|\+multipart/i,
  /^text\/plain\b/i,
];

/** The media type of a content object that calls use; the first when none is preferred. */
export function chooseMediaType(types: readonly string[]): string | undefined {
  for (const preference of preferences) {
    const found = types.find((type) => preference.test(type));
    if (found !== undefined) return found;
  }
  return types[0];
}

/** True for JSON and related types, and for wildcard types. */
export function isJson(mediaType: string): boolean {
  return jsonType.test(mediaType) || /^(\*|application)\/\*$/.test(mediaType);
}

/** True for both kinds of forms. */
export function isForm(mediaType: string): boolean {
  return isMultipart(mediaType) || /form-urlencoded/i.test(mediaType);
}

/** True for forms whose members are separate parts. */
export function isMultipart(mediaType: string): boolean {
  return /^multipart\/|form-data|\+multipart/i.test(mediaType);
}

/** Reads a request body in the form of 3.x; undefined when there is none or it has no content. */
export function readBody(document: OpenApiDocument, placed: Placed, operation: CuratedOperation): ReadBody | undefined {
  const body = document.references.object(placed, 'a request body');
  if (body === undefined) return undefined;
  const content = member(body.value, 'content');
  if (!isJsonObject(content)) {
    document.findings.report('openapi/shape', body.pointer, { what: 'a request body without content' });
    return undefined;
  }
  const types = Object.keys(content).filter((type) => isJsonObject(content[type]));
  const chosen = document.media.choose(operation, types) ?? chooseMediaType(types);
  if (chosen === undefined) return undefined;
  if (types.length > 1) {
    document.findings.report('openapi/media-type-left-out', body.pointer, {
      what: 'request body',
      all: types.slice(0, 8).join(', '),
      chosen,
    });
  }
  const at = childPointer(childPointer(body.pointer, 'content'), chosen);
  const media = document.references.object({ value: member(content, chosen) ?? {}, pointer: at }, 'a media type');
  const description = textOf(member(body.value, 'description'), 2_000);
  return {
    mediaType: /^(\*|application)\/\*$/.test(chosen) ? 'application/json' : chosen,
    required: member(body.value, 'required') === true,
    ...(description === undefined ? {} : { description }),
    ...readContent(document, chosen, media ?? { value: {}, pointer: at }),
    pointer: media?.pointer ?? at,
  };
}

type Content = Pick<ReadBody, 'schema' | 'structured' | 'binary' | 'parts' | 'xml'>;

function readContent(document: OpenApiDocument, mediaType: string, media: Placed<JsonObject>): Content {
  const items = isJsonLines(mediaType) ? translateItems(document, media, 'input') : undefined;
  if (items !== undefined) return { schema: items, structured: false, binary: false, parts: {} };
  const described = isXml(mediaType) ? readXmlContent(document, media) : undefined;
  if (described !== undefined && 'schema' in described) return described;
  const structured = isJson(mediaType) || isForm(mediaType);
  const binary = !structured && !isText(mediaType);
  const said = binary ? undefined : translateMedia(document, media);
  const schema = structured
    ? said && (isForm(mediaType) ? formSchema(document, said, { mediaType, pointer: media.pointer }) : said)
    : said && plainText(said, mediaType);
  if (schema === undefined) {
    const how = binary ? 'as Base64' : 'as a string';
    if (described === undefined) document.findings.report('openapi/body-opaque', media.pointer, { mediaType, how });
    else document.findings.report('openapi/xml-text', media.pointer, { mediaType, reason: described.fault });
    return { schema: opaque(mediaType, binary), structured, binary, parts: {} };
  }
  return {
    schema,
    structured,
    binary,
    parts: isForm(mediaType) ? readParts(document, media, { ...schema, mediaType }) : {},
  };
}

/** XML whose elements the schema names, or why it stays a text. */
function readXmlContent(document: OpenApiDocument, media: Placed<JsonObject>): Content | { fault: string } {
  const schema: JsonValue = member(media.value, 'schema') ?? {};
  const shape = readShape(document, { value: schema, pointer: childPointer(media.pointer, 'schema') });
  if ('fault' in shape) return shape;
  if (shape.xml.root.name === undefined) return { fault: 'its schema does not name the root element' };
  return { schema: translateMedia(document, media), structured: true, binary: false, parts: {}, xml: shape.xml };
}

/**
 * A form has members: of a form in parts, one text is its file; a form as text may be given as that text; any other
 * schema that is no object becomes an open form.
 */
function formSchema(
  document: OpenApiDocument,
  said: Translated,
  { mediaType, pointer }: { mediaType: string; pointer: string },
): Translated {
  const type = typeOf(document.translator, said.schema);
  if (type === 'object' || type === 'unknown' || (type === 'string' && !isMultipart(mediaType))) return said;
  const file = { type: 'string', contentEncoding: 'base64' };
  const schema: JsonObject =
    type === 'string'
      ? { type: 'object', properties: { file }, required: ['file'], additionalProperties: false }
      : { type: 'object' };
  const how = type === 'string' ? 'its content is sent as the member "file"' : 'any members are accepted';
  document.findings.report('openapi/form-shape', pointer, { how });
  return { schema, references: new Set(), size: JSON.stringify(schema).length };
}

/**
 * Keeps the document's constraints on a text, such as lengths and enums; undefined when the schema describes anything
 * else.
 */
function plainText({ schema, references }: Translated, mediaType: string): Translated | undefined {
  if (!isJsonObject(schema) || schema.type !== 'string') return undefined;
  const whole = { ...schema, contentMediaType: mediaType.slice(0, 100) };
  return { schema: whole, references, size: JSON.stringify(whole).length };
}

function translateMedia(document: OpenApiDocument, { value, pointer }: Placed<JsonObject>): Translated {
  const schema: JsonValue = member(value, 'schema') ?? {};
  return document.translator.translate({ value: schema, pointer: childPointer(pointer, 'schema') }, 'input');
}

/** A body that is neither JSON nor a form is one text; bytes are given as Base64. */
export function opaque(mediaType: string, binary: boolean): Translated {
  const schema: JsonObject = {
    type: 'string',
    contentMediaType: mediaType.slice(0, 100),
    ...(binary ? { contentEncoding: 'base64' } : {}),
  };
  return { schema, references: new Set(), size: JSON.stringify(schema).length };
}

/** Encoding of the members of a form: as declared by the document, and files by their schemas. */
export function readParts(
  document: OpenApiDocument,
  media: Placed<JsonObject>,
  { schema, mediaType = '' }: Translated & { mediaType?: string },
): { [member: string]: HttpPart } {
  const encoding = member(media.value, 'encoding');
  const said = isJsonObject(encoding) ? Object.entries(encoding).slice(0, 500) : [];
  for (const [name, each] of said) reportHeaders(document, name, each, childPointer(`${media.pointer}/encoding`, name));
  const parts = new Map<string, HttpPart>(said.map(([name, each]) => [name, isJsonObject(each) ? readPart(each) : {}]));
  for (const [name, contentType] of fileMembers(document.translator, schema)) {
    parts.set(name, { ...(contentType === undefined ? {} : { contentType }), ...parts.get(name), binary: true });
  }
  const objects = parts.size === 0 ? new Set() : objectMembers(document.translator, schema);
  for (const [name, part] of parts) {
    const { contentType } = part;
    if (contentType === undefined || !objects.has(name) || isJson(contentType) || contentType.includes('*')) continue;
    const xml = isXml(contentType) && isMultipart(mediaType) ? readPartShape(document, media, name) : undefined;
    if (xml !== undefined) {
      parts.set(name, { ...part, xml });
      continue;
    }
    const pointer = childPointer(`${media.pointer}/encoding`, name);
    document.findings.report('openapi/part-json', pointer, { name, contentType });
  }
  return Object.fromEntries([...parts].filter(([, part]) => Object.keys(part).length > 0));
}

/** The XML of a part whose schema names its root element, or that is named like its member. */
function readPartShape(document: OpenApiDocument, media: Placed<JsonObject>, name: string): HttpXml | undefined {
  const schema: Placed = { value: member(media.value, 'schema') ?? {}, pointer: childPointer(media.pointer, 'schema') };
  const property = findProperty(document, schema, name, 0);
  if (property === undefined) return undefined;
  const found = document.references.follow(property);
  const items = isJsonObject(found?.value) ? member(found.value, 'items') : undefined;
  const one =
    found === undefined || items === undefined
      ? property
      : { value: items, pointer: childPointer(found.pointer, 'items') };
  const shape = readShape(document, one);
  if ('fault' in shape) return undefined;
  const { root } = shape.xml;
  return root.name === undefined && !isXmlName(name) ? undefined : { ...shape.xml, root: { name, ...root } };
}

/** A member of an object, also in a part of `allOf`. */
function findProperty(document: OpenApiDocument, placed: Placed, name: string, depth: number): Placed | undefined {
  const found = depth > 8 ? undefined : document.references.follow(placed);
  if (!isJsonObject(found?.value)) return undefined;
  const [properties, all] = [member(found.value, 'properties'), member(found.value, 'allOf')];
  const own = isJsonObject(properties) ? member(properties, name) : undefined;
  if (own !== undefined) return { value: own, pointer: childPointer(`${found.pointer}/properties`, name) };
  const parts = Array.isArray(all) ? all.slice(0, 50) : [];
  for (const [at, value] of parts.entries()) {
    const inner = findProperty(document, { value, pointer: `${found.pointer}/allOf/${at}` }, name, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function reportHeaders({ findings }: OpenApiDocument, name: string, encoding: JsonValue, pointer: string): void {
  const headers = isJsonObject(encoding) ? member(encoding, 'headers') : undefined;
  const names = isJsonObject(headers) ? Object.keys(headers).filter((each) => !/^content-type$/i.test(each)) : [];
  if (names.length === 0) return;
  findings.report('openapi/part-headers', `${pointer}/headers`, { name, headers: names.slice(0, 8).join(', ') });
}

function readPart(encoding: JsonObject): HttpPart {
  const contentType = textOf(member(encoding, 'contentType'), 200)?.split(',')[0]?.trim();
  const [style, explode] = [member(encoding, 'style'), member(encoding, 'explode')];
  return {
    ...(contentType === undefined || /[^\x20-\x7e]/.test(contentType) ? {} : { contentType }),
    ...(typeof style === 'string' ? { style: style as HttpStyle } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(member(encoding, 'allowReserved') === true ? { allowReserved: true } : {}),
  };
}
