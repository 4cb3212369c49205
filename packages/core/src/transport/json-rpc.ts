/** JSON-RPC 2.0 as protocols here speak it: one message at a time, told apart and answered, whatever carries it. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Id of a request; unlike plain JSON-RPC it is never null. */
export type RpcId = string | number;

/** A message that wants an answer. */
export interface RpcRequest {
  kind: 'request';
  id: RpcId;
  method: string;
  params: JsonObject;
}

/** A message, told apart. */
export type RpcMessage =
  | RpcRequest
  | { kind: 'notification'; method: string; params: JsonObject }
  | { kind: 'response'; id: RpcId | undefined; result?: JsonValue; error?: JsonObject }
  | RpcInvalid;

/** A message that cannot be taken. */
export interface RpcInvalid {
  kind: 'invalid';
  id: RpcId | undefined;
  reason: string;
  /** Number of the fault; that of a faulty request when absent. */
  code?: number;
}

/** Numbers of faults that JSON-RPC itself knows. */
export const rpcCodes = Object.freeze({
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
});

/** Longest method and id that are looked at. */
const longest = { method: 200, id: 200 };

/** Tells a message apart; never throws. */
export function readRpc(value: JsonValue): RpcMessage {
  if (Array.isArray(value)) return invalid(undefined, 'Batches are not taken; send one message at a time.');
  if (!isJsonObject(value) || value.jsonrpc !== '2.0') {
    return invalid(undefined, 'A message is an object with "jsonrpc": "2.0".');
  }
  const id = idOf(value.id);
  if (value.id !== undefined && id === undefined) return invalid(undefined, 'An id is a short text or a number.');
  if (value.method === undefined) return readResponse(value, id);
  const { method, params = {} } = value;
  if (typeof method !== 'string' || method === '' || method.length > longest.method) {
    return invalid(id, 'The method is a short text.');
  }
  if (!isJsonObject(params)) return invalid(id, 'The parameters are an object.');
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params };
}

function readResponse(value: JsonObject, id: RpcId | undefined): RpcMessage {
  if (isJsonObject(value.error)) return { kind: 'response', id, error: value.error };
  // Somebody's own form of errors is an error all the same, and who asked need not wait for another answer.
  if ((value.error ?? null) !== null && id !== undefined) return { kind: 'response', id, error: {} };
  if (value.result !== undefined && id !== undefined) return { kind: 'response', id, result: value.result };
  return invalid(id, 'A message has a method, a result or an error.');
}

function invalid(id: RpcId | undefined, reason: string): RpcMessage {
  return { kind: 'invalid', id, reason };
}

function idOf(id: JsonValue | undefined): RpcId | undefined {
  if (typeof id === 'number') return Number.isFinite(id) ? id : undefined;
  return typeof id === 'string' && id.length <= longest.id ? id : undefined;
}

/** An answer that went well. */
export function rpcResult(id: RpcId, result: JsonValue): JsonObject {
  return { jsonrpc: '2.0', id, result };
}

/** What an error says. */
export interface RpcFault {
  code: number;
  message: string;
  data?: JsonValue;
}

/** An answer that says what went wrong; without an id when the request's could not be read. */
export function rpcError(id: RpcId | undefined, { code, message, data }: RpcFault): JsonObject {
  const error = data === undefined ? { code, message } : { code, message, data };
  return id === undefined ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error };
}

/** A request, ready to be sent. */
export function rpcRequest(id: RpcId, method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, method, params };
}

/** A message that wants no answer. */
export function rpcNotification(method: string, params?: JsonObject): JsonObject {
  return params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
}
