/** Failures as JSON-RPC errors. */
import type { Failure } from '@dragoman/model';
import { factsOf, failureText } from '@dragoman/model';
import type { RpcFault } from '../../../transport/json-rpc.js';
import { rpcCodes } from '../../../transport/json-rpc.js';

/** Codes from -32099 to -32020 are reserved for the protocol, so only those of JSON-RPC are used. */
export function faultOf(failure: Failure): RpcFault {
  const { code, row } = failure;
  const rpc = row.rpc <= -32600 ? row.rpc : rpcCodes.internal;
  return { code: rpc, message: failureText(factsOf(failure)), data: { code, retryable: row.retryable } };
}
