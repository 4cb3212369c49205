/** Inputs that a tool also expects in headers (`x-mcp-header`): detection, validation, and their values in a call. */
import type { JsonObject, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { mcpHeaders, toHeaderValue } from '../wire.js';

/** One input and its header. */
interface MirroredInput {
  path: string[];
  header: string;
}

const member = 'x-mcp-header';
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const primitive: readonly JsonValue[] = ['string', 'integer', 'boolean'];
const deepest = 32;

/** What is wrong with the headers of a tool; undefined when they are valid. */
export function headerFault(schema: JsonObject): string | undefined {
  const found: MirroredInput[] = [];
  const names = new Set<string>();
  const right = collect(schema, [], found);
  for (const { header } of found) {
    if (!token.test(header)) return `'${header.slice(0, 40)}' is not a valid header name`;
    if (names.has(header.toLowerCase())) return `two inputs use the header '${header}'`;
    names.add(header.toLowerCase());
  }
  if (!right) return 'only strings, integers and booleans may be sent in headers';
  return countMarks(schema, 0) === found.length
    ? undefined
    : 'a header is declared for a value without a fixed location';
}

/** Collects the inputs at fixed locations; false when one of them has no primitive type. */
function collect(schema: JsonValue, path: string[], found: MirroredInput[]): boolean {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties) || path.length > deepest) return true;
  return Object.entries(schema.properties)
    .map(([name, property]) => {
      if (!isJsonObject(property)) return true;
      const header = property[member];
      if (header !== undefined) found.push({ path: [...path, name], header: typeof header === 'string' ? header : '' });
      const plain = header === undefined || primitive.includes(property.type ?? null);
      return collect(property, [...path, name], found) && plain;
    })
    .every(Boolean);
}

function countMarks(value: JsonValue, depth: number): number {
  if (depth > 2 * deepest || typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMarks(item, depth + 1), 0);
  const own = Object.hasOwn(value, member) && typeof value[member] === 'string' ? 1 : 0;
  return Object.values(value).reduce<number>((sum, item) => sum + countMarks(item, depth + 1), own);
}

/** Returns the headers of a call. */
export type HeadersOfInput = (schema: JsonSchema, input: JsonValue) => Record<string, string>;

/** Creates the function. */
export function createHeadersOfInput(): HeadersOfInput {
  return (schema, input) => (isJsonObject(schema) ? writeHeaders(mirroredIn(schema), input) : {});
}

/** The names of all headers that a schema declares, in lower case. */
export function declaredHeaders(schema: JsonObject): string[] {
  return mirroredIn(schema).map(({ header }) => `${mcpHeaders.parameter}${header.toLowerCase()}`);
}

const known = new WeakMap<object, readonly MirroredInput[]>();

/** Each schema is analyzed once. */
function mirroredIn(schema: JsonObject): readonly MirroredInput[] {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const inputs: MirroredInput[] = [];
  collect(schema, [], inputs);
  known.set(schema, inputs);
  return inputs;
}

function writeHeaders(inputs: readonly MirroredInput[], input: JsonValue): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { path, header } of inputs) {
    const value = path.reduce<JsonValue | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), input);
    if (value === undefined || value === null || typeof value === 'object') continue;
    headers[`${mcpHeaders.parameter}${header.toLowerCase()}`] = toHeaderValue(String(value));
  }
  return headers;
}
