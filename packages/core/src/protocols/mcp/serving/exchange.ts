/** One request of an MCP client, and the forms of responses. */
import type { JsonObject } from '@dragoman/model';
import { isFailure, isJsonObject, toFailure } from '@dragoman/model';
import type { Awaitable } from '../../../documents/awaitable.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { RpcFault, RpcRequest } from '../../../transport/json-rpc.js';
import { rpcError } from '../../../transport/json-rpc.js';
import type { RouteContext } from '../../../transport/route.js';
import { mcpCodes, metaKeys } from '../wire.js';
import { writeResult } from './answer-meta.js';
import { serverName } from './initialize.js';
import type { ListRequest } from './list-request.js';
import type { McpPorts } from './ports.js';
import type { McpRoot, RootTools } from './root.js';
import { contentToolNames } from './root.js';
import { faultOf } from './rpc-fault.js';
import type { SessionScope } from './sessions.js';
import type { CallNews, ToolCalling } from './tool-calling.js';
import { HeaderMismatch } from './tool-headers.js';
import { selectSubset } from './tool-subset.js';

/** One request with its context. */
export interface McpExchange {
  root: McpRoot;
  ports: McpPorts;
  context: RouteContext;
  /** How the client wants the tools. */
  request: ListRequest;
  message: RpcRequest;
  /** True for the stateless revision. */
  modern: boolean;
  /** The session of the request, if any. */
  session?: string;
  /** The client, which is asked while content is read. */
  asking?: Pick<ToolCalling, 'isStateless' | 'running'> & CallNews;
}

/** The tools that the request selects, not yet in the form that it wants. */
export function toolsOf(
  { root, ports, context, request }: Omit<McpExchange, 'message' | 'modern'>,
  { fresh = false }: { fresh?: boolean } = {},
): Awaitable<RootTools> {
  const { subset } = request;
  if (subset === undefined) return root.tools(context);
  if (root.select !== undefined) return root.select(subset, context);
  const hasContentTools = request.resources === 'tools' && root.content !== undefined;
  const added = ports.ownTools.length + (hasContentTools ? Object.keys(contentToolNames).length : 0);
  const select = (whole: RootTools) =>
    selectSubset(whole, subset, { rank: ports.rank, caller: context.caller, fresh, added });
  const whole = root.tools(context);
  return whole instanceof Promise ? whole.then(select) : select(whole);
}

/** A failure as the response: a missing credential is an HTTP error, everything else a JSON-RPC error. */
export function faultReply({ message, modern }: McpExchange, thrown: unknown): HttpReply {
  const failure = toFailure(thrown);
  const known = isFailure(thrown);
  if (!known || failure.row.status === 401 || failure.code === 'NOT_FOUND') throw failure;
  if (thrown instanceof HeaderMismatch) {
    return errorReply(message.id, { code: mcpCodes.headerMismatch, message: failure.message }, 400);
  }
  if (modern && lacksCapability(failure)) {
    const data = { requiredCapabilities: failure.members.required_capabilities ?? {} };
    return errorReply(message.id, { ...faultOf(failure), code: mcpCodes.capabilityMissing, data }, 400);
  }
  return errorReply(message.id, faultOf(failure), 200);
}

/** True for a call that a service refused, because its client has not declared a capability. */
export function lacksCapability({ members }: ReturnType<typeof toFailure>): boolean {
  return isJsonObject(members.required_capabilities);
}

/** The result as its protocol generation requires. */
export function formResult(
  { modern, ports, root }: Pick<McpExchange, 'modern' | 'ports' | 'root'>,
  result: JsonObject,
) {
  if (!modern) return result;
  const meta: JsonObject = Object.assign({}, result._meta as JsonObject | undefined);
  meta[metaKeys.server] = serverName(ports, root);
  return { resultType: 'complete', ...result, _meta: meta };
}

/** A result as a complete response. */
export function resultReply(exchange: McpExchange, result: JsonObject): HttpReply {
  return textReply(writeResult(exchange.message.id, formResult(exchange, result)));
}

/** A message as a complete response. */
export function messageReply(body: JsonObject, more: Record<string, string> = {}): HttpReply {
  const reply = textReply(JSON.stringify(body));
  Object.assign(reply.headers, more);
  return reply;
}

function textReply(body: string): HttpReply {
  return { status: 200, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body };
}

/** An error as a complete response. */
export function errorReply(id: RpcRequest['id'] | undefined, fault: RpcFault, status: number): HttpReply {
  return { ...messageReply(rpcError(id, fault)), status };
}

/** What a session is bound to. */
export function scopeOf(
  { prefix }: McpRoot,
  { params, caller }: Pick<RouteContext, 'params' | 'caller'>,
): SessionScope {
  return { subject: caller.subject, prefix, id: params.id ?? '' };
}

/** True for a session of this caller at this root. */
export function knowsSession(
  root: McpRoot,
  { sessions }: McpPorts,
  context: Pick<RouteContext, 'params' | 'caller'>,
  id: string,
): boolean {
  return sessions.knows(id, scopeOf(root, context));
}
