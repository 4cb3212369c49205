/** JSON-RPC 2.0, independent of the transport: classifies and answers one message at a time. */
import { quoteJson } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Id of a request; unlike in plain JSON-RPC it is never null. */
export type RpcId = string | number;

/** A message that requires an answer. */
export interface RpcRequest {
  kind: 'request';
  id: RpcId;
  method: string;
  params: JsonObject;
}

/** A classified message. */
export type RpcMessage =
  | RpcRequest
  | { kind: 'notification'; method: string; params: JsonObject }
  | { kind: 'response'; id: RpcId | undefined; result?: JsonValue; error?: JsonObject }
  | RpcInvalid;

/** A message that is invalid. */
export interface RpcInvalid {
  kind: 'invalid';
  id: RpcId | undefined;
  reason: string;
  /** Error code; that of an invalid request when absent. */
  code?: number;
}

/** Error codes defined by JSON-RPC. */
export const rpcCodes = Object.freeze({
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
});

/** Maximum length of a method and of an id. */
const maxLengths = { method: 200, id: 200 };

/** Classifies a message; never throws. */
export function readRpc(value: JsonValue): RpcMessage {
  if (Array.isArray(value)) return invalid(undefined, 'Batches are not supported; send one message at a time.');
  if (!isJsonObject(value) || value.jsonrpc !== '2.0') {
    return invalid(undefined, 'A message must be an object with "jsonrpc": "2.0".');
  }
  const id = idOf(value.id);
  if (value.id !== undefined && id === undefined)
    return invalid(undefined, 'An id must be a short string or a number.');
  if (value.method === undefined) return readResponse(value, id);
  const { method, params = {} } = value;
  if (typeof method !== 'string' || method === '' || method.length > maxLengths.method) {
    return invalid(id, 'The method must be a short string.');
  }
  if (!isJsonObject(params)) return invalid(id, 'The parameters must be an object.');
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params };
}

function readResponse(value: JsonObject, id: RpcId | undefined): RpcMessage {
  if (isJsonObject(value.error)) return { kind: 'response', id, error: value.error };
  // A non-standard error form is still an error, so the sender does not wait for another answer.
  if ((value.error ?? null) !== null && id !== undefined) return { kind: 'response', id, error: {} };
  if (value.result !== undefined && id !== undefined) return { kind: 'response', id, result: value.result };
  return invalid(id, 'A message must have a method, a result or an error.');
}

function invalid(id: RpcId | undefined, reason: string): RpcMessage {
  return { kind: 'invalid', id, reason };
}

function idOf(id: JsonValue | undefined): RpcId | undefined {
  if (typeof id === 'number') return Number.isFinite(id) ? id : undefined;
  return typeof id === 'string' && id.length <= maxLengths.id ? id : undefined;
}

/** A successful answer. */
export function rpcResult(id: RpcId, result: JsonValue): JsonObject {
  return { jsonrpc: '2.0', id, result };
}

/** Content of an error. */
export interface RpcFault {
  code: number;
  message: string;
  data?: JsonValue;
}

/** An error answer; without an id when the id of the request could not be read. */
export function rpcError(id: RpcId | undefined, { code, message, data }: RpcFault): JsonObject {
  const error = data === undefined ? { code, message } : { code, message, data };
  return id === undefined ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error };
}

/** A request, ready to be sent. */
export function rpcRequest(id: RpcId, method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, method, params };
}

/** The same as text: its outer members are the same each time, and writing them here takes less time than `JSON.stringify`. */
export function writeRpcRequest(id: number, method: string, params: JsonObject): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${quoteJson(method)},"params":${JSON.stringify(params)}}`;
}

/** A message that requires no answer. */
export function rpcNotification(method: string, params?: JsonObject): JsonObject {
  return params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
}
