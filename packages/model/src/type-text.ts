/** Converts typed or form-encoded text to the value that a JSON Schema expects. */
import type { JsonObject, JsonValue } from './json.js';
import { isJsonObject } from './json.js';

/** The value of a text; the text itself without a type, undefined when it matches none of the schema's types. */
export function typeText(text: string, schema: unknown): JsonValue | undefined {
  const listed = isJsonObject(schema) && Array.isArray(schema.enum) ? schema.enum : [];
  const fixed = listed.find((value) => String(value) === text);
  if (fixed !== undefined) return fixed;
  const types = schemaTypes(schema);
  if (types.length === 0) return text;
  for (const type of order.filter((each) => types.includes(each))) {
    const value = readers[type](text, schema);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The types that a schema names. */
export function schemaTypes(schema: unknown): string[] {
  if (!isJsonObject(schema)) return [];
  const { type } = schema;
  return (Array.isArray(type) ? type : [type]).filter((name): name is string => typeof name === 'string');
}

/** The properties of an object schema. */
export function schemaProperties(schema: unknown): JsonObject {
  return isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
}

/** Strict types first, because every text is a valid string. */
const order = ['null', 'boolean', 'integer', 'number', 'array', 'object', 'string'] as const;

type Reader = (text: string, schema: unknown) => JsonValue | undefined;

const readers: Readonly<Record<(typeof order)[number], Reader>> = {
  null: (text) => (text === 'null' ? null : undefined),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  integer: (text) => (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  number: (text) => (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined),
  array(text, schema) {
    if (text.trimStart().startsWith('[')) return parseJson(text);
    const item = typeText(text, isJsonObject(schema) ? schema.items : undefined);
    return item === undefined ? undefined : [item];
  },
  object: (text) => (text.trimStart().startsWith('{') ? parseJson(text) : undefined),
  string: (text) => text,
};

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
