/** The part of MCP that descriptions are made of: tools as `tools/list` gives them (revision 2025-06-18 and later). */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Bounds on reading somebody's list. */
export const listLimits = Object.freeze({ tools: 10_000, name: 256 });

/** Member of an operation's `extra` that holds what only MCP knows: title, annotations, `_meta`. */
export const extraMember = 'mcp';

/** Member of an operation's `extra` that holds a name for tools chosen by the author of a description. */
export const chosenNameMember = 'mcp_tool_name';

/** Members of a tool that the model has a place for. */
export const toolMembers = ['name', 'description', 'inputSchema', 'outputSchema'] as const;

/** A member of this object itself, never an inherited one. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** What an operation keeps for MCP alone. */
export function mcpExtra({ extra }: Operation): JsonObject {
  const kept = memberOf(extra, extraMember);
  return isJsonObject(kept) ? kept : {};
}

/** Revisions in which every request stands for itself, newest first. */
export const modernVersions: readonly string[] = Object.freeze(['2026-07-28']);

/** Revisions that begin with a handshake, newest first. */
export const sessionVersions: readonly string[] = Object.freeze(['2025-11-25', '2025-06-18', '2025-03-26']);

/** Every revision spoken here, newest first. */
export const spokenVersions: readonly string[] = Object.freeze([...modernVersions, ...sessionVersions]);

/** Headers of the protocol, in lower case. */
export const mcpHeaders = Object.freeze({
  version: 'mcp-protocol-version',
  session: 'mcp-session-id',
  method: 'mcp-method',
  name: 'mcp-name',
  parameter: 'mcp-param-',
});

/** Members of `_meta` that the protocol itself has. */
export const metaKeys = Object.freeze({
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  server: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
});

/** Beginning of the members of `_meta` that are ours; nobody else's are passed on under it. */
export const ownMeta = 'dragoman/';

/** Numbers of faults that the protocol adds to those of JSON-RPC (2026-07-28, basic, error codes). */
export const mcpCodes = Object.freeze({ headerMismatch: -32020, capabilityMissing: -32021, versionUnknown: -32022 });

/** Name of this face in records of calls. */
export const face = 'mcp';

/** `_meta` of a message; empty when there is none. */
export function metaOf(params: JsonObject): JsonObject {
  const meta = memberOf(params, '_meta');
  return isJsonObject(meta) ? meta : {};
}

/** A value as it stands in a header: what no header can carry goes as Base64 (2026-07-28, transports, value encoding). */
export function toHeaderValue(value: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value);
  return plain ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

/** The value that a header carries; undefined when it cannot be read. */
export function fromHeaderValue(header: string): string | undefined {
  const [, coded] = /^=\?base64\?(.*)\?=$/.exec(header) ?? [];
  if (coded === undefined) return header;
  const bytes = Buffer.from(coded, 'base64');
  return bytes.toString('base64') === coded ? bytes.toString('utf8') : undefined;
}

/** Header of an outcome that holds the failure code which a server told beside its refusal; never sent on. */
export const failureHeader = 'x-mcp-failure';
