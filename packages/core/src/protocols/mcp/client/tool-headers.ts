/** Inputs that a tool also expects in headers (`x-mcp-header`): validation, and their values in a call. */
import type { JsonObject, JsonSchema, JsonValue, MirroredInput } from '@dragoman/model';
import {
  findMirroredInputs,
  isJsonObject,
  isMcpHeaderName,
  mcpHeaderMember,
  parameterHeader,
  writeParameterHeaders,
} from '@dragoman/model';

const deepest = 64;

/** What is wrong with the headers of a tool; undefined when they are valid. */
export function headerFault(schema: JsonObject): string | undefined {
  const found = findMirroredInputs(schema);
  const names = new Set<string>();
  for (const { header } of found) {
    if (!isMcpHeaderName(header)) return `'${header.slice(0, 40)}' is not a valid header name`;
    if (names.has(header.toLowerCase())) return `two inputs use the header '${header}'`;
    names.add(header.toLowerCase());
  }
  if (!found.every(({ sendable }) => sendable)) return 'only strings, integers and booleans may be sent in headers';
  return countMarks(schema, 0) === found.length
    ? undefined
    : 'a header is declared for a value without a fixed location';
}

function countMarks(value: JsonValue, depth: number): number {
  if (depth > deepest || typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMarks(item, depth + 1), 0);
  const own = Object.hasOwn(value, mcpHeaderMember) && typeof value[mcpHeaderMember] === 'string' ? 1 : 0;
  return Object.values(value).reduce<number>((sum, item) => sum + countMarks(item, depth + 1), own);
}

/** Returns the headers of a call. */
export type HeadersOfInput = (schema: JsonSchema, input: JsonValue) => Record<string, string>;

/** Creates the function. */
export function createHeadersOfInput(): HeadersOfInput {
  return (schema, input) => (isJsonObject(schema) ? writeParameterHeaders(mirroredIn(schema), input) : {});
}

/** The names of all headers that a schema declares, in lower case. */
export function declaredHeaders(schema: JsonObject): string[] {
  return mirroredIn(schema).map(parameterHeader);
}

const known = new WeakMap<object, readonly MirroredInput[]>();

/** Each schema is analyzed once. */
function mirroredIn(schema: JsonObject): readonly MirroredInput[] {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const inputs = findMirroredInputs(schema);
  known.set(schema, inputs);
  return inputs;
}
