/** Validates requests of the stateless revision: version, capabilities, and matching headers. */
import type { JsonValue } from '@dragoman/model';
import { fromMcpHeaderValue, isJsonObject, mcpHeaders, mcpNamedBy } from '@dragoman/model';
import type { HeaderView } from '../../../transport/http-request.js';
import type { RpcFault, RpcRequest } from '../../../transport/json-rpc.js';
import { rpcCodes } from '../../../transport/json-rpc.js';
import { mcpCodes, memberOf, metaKeys, metaOf, modernVersions, sessionVersions, spokenVersions } from '../wire.js';

/** An error with its HTTP status. */
export interface HttpFault {
  status: number;
  fault: RpcFault;
}

/**
 * True for a request of the stateless revision, valid or not; a request with an unknown version counts as an invalid
 * one.
 */
export function isModern({ params, method }: Pick<RpcRequest, 'params' | 'method'>, version: string | null): boolean {
  if (Object.hasOwn(metaOf(params), metaKeys.version)) return true;
  // The handshake names its version in its parameters and negotiates a supported one.
  return version !== null && !sessionVersions.includes(version) && !(method === 'initialize' && isOlder(version));
}

/** True for a version older than the first stateless one. */
function isOlder(version: string): boolean {
  return /^202[45]-/.test(version);
}

/** What is wrong with a request of the stateless revision; undefined when it is valid. */
export function checkModern(request: RpcRequest, headers: HeaderView): HttpFault | undefined {
  const meta = metaOf(request.params);
  const version = memberOf(meta, metaKeys.version);
  const header = headers.get(mcpHeaders.version);
  if (version === undefined && header !== null && !spokenVersions.includes(header)) return unknownVersion(header);
  if (typeof version !== 'string') return badParams(`_meta must have '${metaKeys.version}'.`);
  if (header !== null && header !== version) return mismatch('MCP-Protocol-Version', header, version);
  if (!modernVersions.includes(version)) return unknownVersion(version);
  if (header === null) return mismatch('MCP-Protocol-Version', header, version);
  if (!isJsonObject(memberOf(meta, metaKeys.capabilities)))
    return badParams(`_meta must have '${metaKeys.capabilities}'.`);
  const method = headers.get(mcpHeaders.method);
  if (method !== request.method) return mismatch('Mcp-Method', method, request.method);
  const named = mcpNamedBy[request.method];
  return named === undefined ? undefined : checkName(memberOf(request.params, named), headers.get(mcpHeaders.name));
}

function checkName(given: JsonValue | undefined, header: string | null): HttpFault | undefined {
  const name = String(given ?? '');
  const said = header === null ? undefined : fromMcpHeaderValue(header);
  return said === name ? undefined : mismatch('Mcp-Name', header, name);
}

function badParams(message: string): HttpFault {
  return { status: 400, fault: { code: rpcCodes.params, message } };
}

function unknownVersion(requested: string): HttpFault {
  const data = { supported: [...spokenVersions], requested: requested.slice(0, 40) };
  return { status: 400, fault: { code: mcpCodes.versionUnknown, message: 'Unsupported protocol version', data } };
}

function mismatch(name: string, header: string | null, body: string): HttpFault {
  const said = header === null ? 'is missing' : `'${header.slice(0, 80)}' does not match the body`;
  const message = `Header mismatch: ${name} ${said}; the body has '${body.slice(0, 80)}'.`;
  return { status: 400, fault: { code: mcpCodes.headerMismatch, message } };
}
