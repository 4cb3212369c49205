/**
 * Headers of MCP that repeat parts of the body (2026-07-28, transports): their names, what they repeat, and how values
 * are encoded. One definition for the server, its MCP client and the stdio bridge, which does not load the engine.
 */
import type { JsonObject, JsonValue } from './json.js';
import { isJsonObject } from './json.js';
import { encodeBase64 } from './structured-field.js';

/** Headers of the protocol, in lower case. */
export const mcpHeaders = Object.freeze({
  version: 'mcp-protocol-version',
  session: 'mcp-session-id',
  method: 'mcp-method',
  name: 'mcp-name',
  parameter: 'mcp-param-',
});

/** Error code of a request whose headers do not match its body (2026-07-28, basic, error codes). */
export const mcpHeaderMismatch = -32020;

/** The parameter that the header `Mcp-Name` repeats, by method (standard headers). */
export const mcpNamedBy: Readonly<Record<string, 'name' | 'uri' | 'taskId'>> = Object.freeze({
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
});

/** Encodes a header value: characters that a header cannot carry are sent as Base64 (value encoding). */
export function toMcpHeaderValue(value: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value);
  return plain ? value : `=?base64?${encodeBase64(new TextEncoder().encode(value))}?=`;
}

/** Decodes a header value; undefined when it is invalid. */
export function fromMcpHeaderValue(header: string): string | undefined {
  const [, coded] = /^=\?base64\?(.*)\?=$/.exec(header) ?? [];
  if (coded === undefined) return header;
  const bytes = bytesOf(coded);
  if (bytes === undefined || encodeBase64(bytes) !== coded) return undefined;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** An input of a tool that is also sent in a header (`x-mcp-header`). */
export interface MirroredInput {
  /** Names of the members that lead to it. */
  path: readonly string[];
  /** The annotation: the name of the header after `Mcp-Param-`; empty when it is not a string. */
  header: string;
  /** Whether its type may be sent in a header: string, integer or boolean. */
  sendable: boolean;
}

/** The annotation of an input. */
export const mcpHeaderMember = 'x-mcp-header';

const sendableTypes: readonly JsonValue[] = ['string', 'integer', 'boolean'];
const deepest = 32;

/** The annotated inputs at fixed locations of an input schema. */
export function findMirroredInputs(schema: JsonObject): MirroredInput[] {
  const found: MirroredInput[] = [];
  collect(schema, [], found);
  return found;
}

function collect(schema: JsonObject, path: readonly string[], found: MirroredInput[]): void {
  if (!isJsonObject(schema.properties) || path.length > deepest) return;
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isJsonObject(property)) continue;
    const header = property[mcpHeaderMember];
    const at = [...path, name];
    if (header !== undefined) {
      const sendable = sendableTypes.includes(property.type ?? null);
      found.push({ path: at, header: typeof header === 'string' ? header : '', sendable });
    }
    collect(property, at, found);
  }
}

/** True for an annotation that can be part of a header name. */
export function isMcpHeaderName(header: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/.test(header);
}

/** The header of a mirrored input, in lower case. */
export function parameterHeader({ header }: MirroredInput): string {
  return `${mcpHeaders.parameter}${header.toLowerCase()}`;
}

/** The headers of a call; an input that is missing or null has none. */
export function writeParameterHeaders(inputs: readonly MirroredInput[], input: JsonValue): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const mirrored of inputs) {
    const value = mirrored.path.reduce<JsonValue | undefined>(ownMember, input);
    if (value === undefined || value === null || typeof value === 'object') continue;
    headers[parameterHeader(mirrored)] = toMcpHeaderValue(String(value));
  }
  return headers;
}

function ownMember(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
