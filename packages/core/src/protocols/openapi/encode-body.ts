/** Encodes the body of a request: JSON, both kinds of forms, text, or bytes given as Base64. */
import { createHash } from 'node:crypto';
import type { HttpBody, HttpPart, HttpStyle, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { type GivenFile, isDataUrl, readFile } from './given-file.js';
import { isJsonLines, writeJsonLines } from './json-lines.js';
import { isJson, isMultipart } from './read-body.js';
import { plainText, writeQuery } from './serialize-parameter.js';
import { writeXml } from './xml/write-xml.js';

/** A body on the wire. */
export interface EncodedBody {
  contentType: string;
  bytes: Uint8Array;
}

/** Encodes a body; `INVALID_INPUT` when bytes are given as invalid Base64, or a form as anything but an object. */
export function encodeBody(body: HttpBody, value: JsonValue): EncodedBody {
  const { mediaType } = body;
  if (body.xml !== undefined) return encodeText(mediaType, writeXml(body.xml, value));
  if (isJson(mediaType)) return { contentType: mediaType, bytes: Buffer.from(JSON.stringify(value)) };
  if (isJsonLines(mediaType) && Array.isArray(value)) return encodeText(mediaType, writeJsonLines(mediaType, value));
  if (isMultipart(mediaType)) return encodeMultipart(body, formOf(body, value));
  if (/form-urlencoded/i.test(mediaType)) {
    const text = typeof value === 'string' ? value : encodeForm(body, formOf(body, value));
    return { contentType: mediaType, bytes: Buffer.from(text) };
  }
  if (body.binary === true) {
    const { bytes, type = 'application/octet-stream' } = fileOf(plainText(value), body.whole ?? '');
    return { contentType: mediaType.includes('*') ? type : mediaType, bytes };
  }
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

function formOf({ whole = '' }: HttpBody, value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  throw refused(whole, 'input/form', 'must be an object with the members of the form');
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
function encodeMultipart({ mediaType, whole, parts = {} }: HttpBody, value: JsonObject): EncodedBody {
  // Members of a form that is one input are not described, so a file is recognized by its data URL.
  const isFile = (item: JsonValue) => whole !== undefined && typeof item === 'string' && isDataUrl(item);
  const pieces = Object.entries(value).flatMap(([name, each]) => {
    const part = partOf(parts, name);
    return pieceValues(each, part).map((item) =>
      encodePart(name, item, isFile(item) ? { ...part, binary: true } : part),
    );
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
  const file = binary ? fileOf(value, name) : undefined;
  const text = part.xml !== undefined && isJsonObject(value) ? writeXml(part.xml, value) : undefined;
  const content = file?.bytes ?? Buffer.from(text ?? plainText(value));
  const usual = binary
    ? (file?.type ?? 'application/octet-stream')
    : typeof value === 'object' && value !== null
      ? 'application/json'
      : undefined;
  // JSON is never labeled XML: a service that accepts only XML then reports it.
  const isOther = text === undefined && usual === 'application/json' && /[+/]xml\b/i.test(part.contentType ?? '');
  const isGiven = isOther || file?.type !== undefined || part.contentType?.includes('*') === true;
  const type = isGiven ? usual : (part.contentType ?? usual);
  const filename = binary ? `; filename="${quote(file?.name ?? name)}"` : '';
  const disposition = `content-disposition: form-data; name="${quote(name)}"${filename}`;
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

function fileOf(text: string, name: string): GivenFile {
  const file = readFile(text);
  if (file === undefined) throw refused(name, 'input/base64', 'must be Base64 of the bytes to be sent, or a data URL');
  return file;
}

function refused(field: string, code: string, detail: string): Failure {
  return new Failure('INVALID_INPUT', {
    message: 'The input has 1 problem.',
    fieldErrors: [{ field, pointer: field === '' ? '' : `/${field}`, code, detail }],
  });
}
