/** Constants of MCP: tools as in `tools/list` (revision 2025-06-18 and later), versions, codes. */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject, mcpHeaderMismatch } from '@dragoman/model';

/** Limits for reading tool lists. */
export const listLimits = Object.freeze({ tools: 10_000, name: 256 });

/** The extension by which servers of the stateless revision answer with tasks. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** Limits for reading the other lists of a server: items of each, characters of a URI, arguments of a prompt. */
export const contentLimits = Object.freeze({
  resources: 5_000,
  templates: 1_000,
  prompts: 1_000,
  uri: 4_096,
  arguments: 100,
});

/** Member of an operation's `extra` that holds data specific to MCP: title, annotations, `_meta`. */
export const extraMember = 'mcp';

/** Member of an operation's `extra` that holds a tool name chosen by the author. */
export const chosenNameMember = 'mcp_tool_name';

/** Members of a tool that the model represents. */
export const toolMembers = ['name', 'description', 'inputSchema', 'outputSchema'] as const;

/** An own member of the object, never an inherited one. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The data of an operation that is specific to MCP. */
export function mcpExtra({ extra }: Operation): JsonObject {
  const kept = memberOf(extra, extraMember);
  return isJsonObject(kept) ? kept : {};
}

/** Whether a tool may or must be called with a task, as its server declares. */
export function taskSupportOf(operation: Operation): 'required' | 'optional' | undefined {
  const execution = memberOf(mcpExtra(operation), 'execution');
  const support = isJsonObject(execution) ? execution.taskSupport : undefined;
  return support === 'required' || support === 'optional' ? support : undefined;
}

/** Stateless revisions, newest first. */
export const modernVersions: readonly string[] = Object.freeze(['2026-07-28']);

/** Revisions with a handshake, newest first. */
export const sessionVersions: readonly string[] = Object.freeze(['2025-11-25', '2025-06-18', '2025-03-26']);

/** Every supported revision, newest first. */
export const spokenVersions: readonly string[] = Object.freeze([...modernVersions, ...sessionVersions]);

/** Members of `_meta` that the protocol defines. */
export const metaKeys = Object.freeze({
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  server: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
  logLevel: 'io.modelcontextprotocol/logLevel',
  relatedTask: 'io.modelcontextprotocol/related-task',
});

/** Prefix of this project's `_meta` members; third-party members with it are not passed on. */
export const ownMeta = 'dragoman/';

/** Error codes that the protocol adds to those of JSON-RPC (2026-07-28, basic, error codes). */
export const mcpCodes = Object.freeze({
  headerMismatch: mcpHeaderMismatch,
  capabilityMissing: -32021,
  versionUnknown: -32022,
  /** Revision 2025-11-25: the user must open a page before the request can be made. */
  pageRequired: -32042,
  /** Revisions with sessions; the stateless one uses the code of invalid parameters. */
  resourceUnknown: -32002,
});

/** Levels of log messages (RFC 5424), least severe first. */
export const logLevels: readonly string[] = Object.freeze([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);

/** Position of a level; above all of them for an unknown one. */
export function logSeverity(level: JsonValue | undefined): number {
  const place = typeof level === 'string' ? logLevels.indexOf(level) : -1;
  return place < 0 ? logLevels.length : place;
}

/** Name of this face in call records. */
export const face = 'mcp';

/** `_meta` of a message; empty when there is none. */
export function metaOf(params: JsonObject): JsonObject {
  const meta = memberOf(params, '_meta');
  return isJsonObject(meta) ? meta : {};
}

/** A provider's own `_meta` members, except those with reserved prefixes of this project or the protocol. */
export function foreignMeta(message: JsonObject): JsonObject {
  const kept = Object.entries(metaOf(message)).filter(
    ([name]) => !name.startsWith(ownMeta) && !name.startsWith('io.modelcontextprotocol/'),
  );
  return Object.fromEntries(kept);
}
