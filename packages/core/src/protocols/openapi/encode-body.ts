/** Encodes the body of a request: JSON, both kinds of forms, text, or bytes given as Base64. */
import { createHash } from 'node:crypto';
import type { HttpBody, HttpPart, HttpStyle, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { isJson, isMultipart } from './read-body.js';
import { plainText, writeQuery } from './serialize-parameter.js';

/** A body on the wire. */
export interface EncodedBody {
  contentType: string;
  bytes: Uint8Array;
}

/** Encodes a body; `INVALID_INPUT` when bytes are given as invalid Base64. */
export function encodeBody(body: HttpBody, value: JsonValue): EncodedBody {
  const { mediaType } = body;
  if (isJson(mediaType)) return { contentType: mediaType, bytes: Buffer.from(JSON.stringify(value)) };
  if (isMultipart(mediaType)) return encodeMultipart(body, asObject(value));
  if (/form-urlencoded/i.test(mediaType))
    return { contentType: mediaType, bytes: Buffer.from(encodeForm(body, asObject(value))) };
  if (body.binary === true) return { contentType: mediaType, bytes: decodeBase64(plainText(value), body.whole ?? '') };
  return encodeText(mediaType, plainText(value));
}

/**
 * A text in the charset of its media type, if that can represent it; else in UTF-8, which the media type then states.
 */
function encodeText(mediaType: string, text: string): EncodedBody {
  const [, said = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(mediaType) ?? [];
  if (/^(iso-8859-1|latin-?1)$/i.test(said) && /^[^\u0100-\uffff]*$/.test(text)) {
    return { contentType: mediaType, bytes: Buffer.from(text, 'latin1') };
  }
  const isTrue = /^utf-?8$/i.test(said);
  const contentType = isTrue ? mediaType : mediaType.replace(/(;\s*charset=)("[^"]*"|[^;\s]+)/i, '$1utf-8');
  return { contentType, bytes: Buffer.from(text) };
}

function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

/**
 * A form as text; members in the style `form`, exploded, unless the document specifies another, objects in brackets.
 */
export function encodeForm({ parts = {} }: HttpBody, value: JsonObject): string {
  const pairs = Object.entries(value).flatMap(([name, each]) => {
    const part = partOf(parts, name);
    if (part.contentType !== undefined && isJson(part.contentType)) {
      return writeQuery(name, JSON.stringify(each), { style: 'form', explode: true, allowReserved: false });
    }
    const style = part.style ?? (isJsonObject(each) ? 'deepObject' : 'form');
    return writeQuery(name, each, {
      style,
      explode: part.explode ?? style === 'form',
      allowReserved: part.allowReserved === true,
    });
  });
  // A form writes a space as a plus (WHATWG URL §5).
  return pairs.map(([name, text]) => `${name.replaceAll('%20', '+')}=${text.replaceAll('%20', '+')}`).join('&');
}

function partOf(parts: NonNullable<HttpBody['parts']>, name: string): HttpPart {
  return (Object.hasOwn(parts, name) ? parts[name] : undefined) ?? {};
}

const delimiters: Partial<Record<HttpStyle, string>> = {
  form: ',',
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
};

/** The values that become parts: the elements of an array, or one text where its style requires it (3.1 §4.8.15). */
function pieceValues(value: JsonValue, { style, explode, binary }: HttpPart): JsonValue[] {
  if (!Array.isArray(value)) return [value];
  const delimiter = style === undefined || explode === true || binary === true ? undefined : delimiters[style];
  return delimiter === undefined ? value : [value.map(plainText).join(delimiter)];
}

/** One part per member, and per element of an array (OpenAPI 3.1 §4.8.14.4). */
function encodeMultipart({ mediaType, parts = {} }: HttpBody, value: JsonObject): EncodedBody {
  const pieces = Object.entries(value).flatMap(([name, each]) => {
    const part = partOf(parts, name);
    return pieceValues(each, part).map((item) => encodePart(name, item, part));
  });
  const boundary = boundaryFor(pieces.map(({ content }) => content));
  const chunks = pieces.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  const bytes = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `${mediaType.split(';')[0] ?? mediaType}; boundary=${boundary}`, bytes };
}

interface Piece {
  head: string;
  content: Uint8Array;
}

function encodePart(name: string, value: JsonValue, part: HttpPart): Piece {
  const binary = part.binary === true && typeof value === 'string';
  const content = binary ? decodeBase64(value, name) : Buffer.from(plainText(value));
  const usual = binary
    ? 'application/octet-stream'
    : typeof value === 'object' && value !== null
      ? 'application/json'
      : undefined;
  // JSON is never labeled XML: a service that accepts only XML then reports it.
  const isOther = usual === 'application/json' && /[+/]xml\b/i.test(part.contentType ?? '');
  const type = isOther || part.contentType?.includes('*') === true ? usual : (part.contentType ?? usual);
  const file = binary ? `; filename="${quote(name)}"` : '';
  const disposition = `content-disposition: form-data; name="${quote(name)}"${file}`;
  return { head: type === undefined ? disposition : `${disposition}\r\ncontent-type: ${type}`, content };
}

/** As browsers do (WHATWG HTML §4.10.22.8). */
function quote(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** Derived from the content, so that equal inputs give equal bytes; extended if the content happens to contain it. */
function boundaryFor(contents: readonly Uint8Array[]): string {
  const whole = Buffer.concat(contents);
  for (let salt = 0; ; salt += 1) {
    const boundary = `dragoman-${createHash('sha256').update(String(salt)).update(whole).digest('hex').slice(0, 32)}`;
    if (!whole.includes(boundary)) return boundary;
  }
}

function decodeBase64(text: string, name: string): Uint8Array {
  const clean = text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(clean) && clean.replaceAll('=', '').length % 4 !== 1)
    return Buffer.from(clean, 'base64');
  const detail = 'must be Base64 of the bytes to be sent';
  throw new Failure('INVALID_INPUT', {
    message: `The input has 1 problem.`,
    fieldErrors: [{ field: name, pointer: name === '' ? '' : `/${name}`, code: 'input/base64', detail }],
  });
}
