/** Serializes values in the styles of OpenAPI (3.1 §4.8.12.3, RFC 6570), exactly. */
import type { HttpStyle, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** How one value is written. */
export interface Writing {
  style: HttpStyle;
  explode: boolean;
  allowReserved: boolean;
}

/** A name and its value in a query, both escaped. */
export type Pair = [name: string, value: string];

type Encode = (text: string) => string;

const asIs: Encode = (text) => text;

/** Escapes everything but unreserved characters (RFC 3986 §2.3). */
export function escapeText(text: string): string {
  const odd = /[!'()*]/g;
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    odd,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Keeps reserved characters and existing escapes (RFC 6570 §3.2.3), except for characters that are invalid or have
 * another meaning in a query: `#`, `[`, `]`, `&` and `+` (OpenAPI 3.1.1 §4.8.12.2).
 */
function escapeReserved(text: string): string {
  const kept = /%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)|%25(?=[0-9A-Fa-f]{2})/g;
  return escapeText(text).replaceAll(kept, (code) => decodeURIComponent(code.slice(0, 3)));
}

/** A primitive as text; any other value is written as JSON, since no style covers it. */
export function plainText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

interface Part {
  /** Of a member; elements of arrays and primitives have no name. */
  name?: string;
  text: string;
}

/** The elements or members of a value; a primitive has itself as its only part. */
function partsOf(value: JsonValue): Part[] {
  if (Array.isArray(value)) return value.map((each) => ({ text: plainText(each) }));
  if (isJsonObject(value)) return Object.entries(value).map(([name, each]) => ({ name, text: plainText(each) }));
  return [{ text: plainText(value) }];
}

/** True for lists and objects. */
export function isStructured(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

/** True for values that no style writes: null, and lists and objects without parts (RFC 6570 §2.3). */
export function isUndefined(value: JsonValue): boolean {
  return value === null || (isStructured(value) && Object.keys(value as object).length === 0);
}

/** True for a value with parts that contain the delimiter: styles with a delimiter cannot escape it. */
export function breaksDelimiter(value: JsonValue, { style, explode }: Writing): boolean {
  const delimiter = explode ? undefined : delimiters[style];
  if (delimiter === undefined || !isStructured(value)) return false;
  return partsOf(value).some(({ name = '', text }) => name.includes(delimiter) || text.includes(delimiter));
}

/** Delimiters of the styles that are not part of RFC 6570; Swagger 2.0 has them in paths and headers too. */
const delimiters: Partial<Record<HttpStyle, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
};

/** Parts prefixed with their names, joined by an equals sign or a comma. */
function spell(parts: readonly Part[], joint: '=' | ',', encode: Encode): string[] {
  return parts.map(({ name, text }) => (name === undefined ? encode(text) : `${encode(name)}${joint}${encode(text)}`));
}

/** The text of a path parameter, escaped. */
export function writePath(name: string, value: JsonValue, { style, explode }: Writing): string {
  if (style === 'matrix') return writeMatrix(name, value, explode);
  const spelled = spell(partsOf(value), explode ? '=' : ',', escapeText);
  return style === 'label'
    ? `.${spelled.join(explode ? '.' : ',')}`
    : spelled.join(escapeText(delimiters[style] ?? '') || ',');
}

function writeMatrix(name: string, value: JsonValue, explode: boolean): string {
  const key = escapeText(name);
  const parts = partsOf(value);
  if (explode && isStructured(value)) {
    return parts
      .map((part) => `;${part.name === undefined ? key : escapeText(part.name)}=${escapeText(part.text)}`)
      .join('');
  }
  const text = spell(parts, ',', escapeText).join(',');
  return text === '' ? `;${key}` : `;${key}=${text}`;
}

/** The text of a header, unescaped: headers are not escaped. */
export function writeHeader(value: JsonValue, { style, explode }: Writing): string {
  return spell(partsOf(value), explode ? '=' : ',', asIs).join(delimiters[style] ?? ',');
}

/** The pairs of a query parameter or a member of a form, escaped. */
export function writeQuery(name: string, value: JsonValue, { style, explode, allowReserved }: Writing): Pair[] {
  // Cookies of this style are sent as they are (OpenAPI 3.2 §4.12.3).
  const isPlain = style === 'cookie';
  const encode = isPlain ? asIs : allowReserved ? escapeReserved : escapeText;
  const encodeName = isPlain ? asIs : escapeText;
  if (!isStructured(value)) return [[encodeName(name), encode(plainText(value))]];
  if (style === 'deepObject') return writeDeep(name, value, encode);
  if (isUndefined(value)) return [];
  const parts = partsOf(value);
  if (explode) return parts.map((part) => [encodeName(part.name ?? name), encode(part.text)]);
  const separator = escapeText(delimiters[style] ?? '') || ',';
  const texts = parts.flatMap((part) => (part.name === undefined ? [part.text] : [part.name, part.text])).map(encode);
  return [[encodeName(name), texts.join(separator)]];
}

/** `filter[state]=open`; deeper levels continue in brackets, as services that use them expect. */
function writeDeep(path: string, value: JsonValue, encode: Encode): Pair[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, at) => writeDeep(isStructured(each) ? `${path}[${at}]` : `${path}[]`, each, encode));
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, each]) => writeDeep(`${path}[${name}]`, each, encode));
  }
  // Brackets stay readable: servers accept both forms, and people expect this one.
  return [[escapeText(path).replaceAll('%5B', '[').replaceAll('%5D', ']'), encode(plainText(value))]];
}
