/** Headers that repeat parts of an MCP message, for protocol revisions that require them. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, mcpHeaders, mcpNamedBy, toMcpHeaderValue } from '@dragoman/model';
import type { ToolHeaders } from './tool-headers.js';

/** Member of `_meta` with the version, which only messages of the stateless revision have. */
const versionMember = 'io.modelcontextprotocol/protocolVersion';

/** What the headers depend on in addition to the message. */
export interface HeaderState {
  /** The session of the endpoint, and its version. */
  session: { id?: string; version?: string };
  tools: ToolHeaders;
}

/** True for a message of the stateless revision. */
export function isStateless({ params }: JsonObject): boolean {
  return versionOf(params) !== undefined;
}

function versionOf(params: JsonValue | undefined): string | undefined {
  const { _meta } = isJsonObject(params) ? params : {};
  const version = isJsonObject(_meta) ? _meta[versionMember] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** The headers of a message. */
export function messageHeaders(
  { method, params }: JsonObject,
  { session, tools }: HeaderState,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const version = versionOf(params);
  if (version !== undefined) {
    const own = isJsonObject(params) ? params : {};
    headers[mcpHeaders.version] = toMcpHeaderValue(version);
    headers[mcpHeaders.method] = toMcpHeaderValue(String(method));
    const named = typeof method === 'string' && Object.hasOwn(mcpNamedBy, method) ? mcpNamedBy[method] : undefined;
    const name = named === undefined ? undefined : own[named];
    if (typeof name === 'string') headers[mcpHeaders.name] = toMcpHeaderValue(name);
    return method === 'tools/call' ? { ...headers, ...tools.of(own) } : headers;
  }
  if (session.id !== undefined) headers[mcpHeaders.session] = session.id;
  if (session.version !== undefined && method !== 'initialize') headers[mcpHeaders.version] = session.version;
  return headers;
}
