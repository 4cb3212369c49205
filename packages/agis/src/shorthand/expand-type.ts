/** The type words of the draft's examples and their JSON Schemas. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { splitTopLevel } from './split-top-level.js';

const types: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ...['int', 'integer'].map((word) => [word, { type: 'integer' }] as const),
  ...['string', 'str'].map((word) => [word, { type: 'string' }] as const),
  ...['number', 'float', 'decimal'].map((word) => [word, { type: 'number' }] as const),
  ...['bool', 'boolean'].map((word) => [word, { type: 'boolean' }] as const),
  ...['iso8601', 'iso 8601', 'datetime', 'date-time'].map(
    (word) => [word, { type: 'string', format: 'date-time' }] as const,
  ),
  ['date', { type: 'string', format: 'date' }],
  ['array', { type: 'array' }],
  ['[array]', { type: 'array' }],
  ['object', { type: 'object' }],
]);

/** True for words that name a type on their own, as in `{"guests": "integer"}`. */
export function isTypeWord(text: string): boolean {
  return types.has(text.trim().toLowerCase());
}

/** The schema of type words; undefined when they do not name a type. */
export function expandType(words: string): JsonObject | undefined {
  const text = words.trim();
  const known = types.get(text.toLowerCase());
  if (known !== undefined) return { ...known };
  const [, described, item] = /^\[?(array of (\w[\w -]*))\]?$/i.exec(text) ?? [];
  if (described === undefined || item === undefined) return undefined;
  return { type: 'array', items: expandItem(item), description: described };
}

function expandItem(words: string): JsonObject {
  const whole = types.get(words.trim().toLowerCase().replace(/s$/, ''));
  if (whole !== undefined) return { ...whole };
  return /\bobjects?$/i.test(words.trim()) ? { type: 'object' } : {};
}

const attributes: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'format',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'default',
]);

/** A schema expanded from shorthand, with the words that did not name a type. */
export interface ExpandedType {
  schema: JsonObject;
  unknown?: string;
}

/** Expands the annotation in the parentheses of `party_size (integer, minimum: 1)`. */
export function expandAnnotation(annotation: string): ExpandedType {
  const [words = '', ...rest] = splitTopLevel(annotation, ',');
  const known = expandType(words);
  const schema: JsonObject = known ?? (words === '' ? {} : { description: words });
  const remarks: string[] = [];
  for (const attribute of rest) {
    const [, name, value] = /^([A-Za-z]+)\s*:\s*(.*)$/s.exec(attribute) ?? [];
    if (name !== undefined && value !== undefined && attributes.has(name)) schema[name] = readAttribute(value);
    else if (!repeatsFormat(attribute, schema)) remarks.push(attribute);
  }
  if (remarks.length > 0) {
    schema.description = [schema.description, ...remarks].filter((part) => part !== undefined).join(', ');
  }
  return known === undefined && words !== '' ? { schema, unknown: words } : { schema };
}

function repeatsFormat(remark: string, { format }: JsonObject): boolean {
  return format !== undefined && types.get(remark.toLowerCase())?.format === format;
}

function readAttribute(text: string): JsonValue {
  const value = text.trim();
  if (value.startsWith('[') && value.endsWith(']')) return splitTopLevel(value.slice(1, -1), ',').map(readScalar);
  return readScalar(value);
}

/** A bare word of the shorthand: a boolean, a plain decimal, or text. */
export function readScalar(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const quoted = /^"(.*)"$/s.exec(text)?.[1];
  return quoted ?? text;
}
