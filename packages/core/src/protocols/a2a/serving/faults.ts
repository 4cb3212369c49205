/** Errors that only A2A defines, and the conversion of every failure to JSON-RPC, REST and gRPC errors. */
import type { FailureCode, JsonObject } from '@dragoman/model';
import { changeFailure, Failure, factsOf, failureText, isFailure, toFailure } from '@dragoman/model';
import type { GrpcStatusName } from '../../../transport/grpc-status.js';
import { grpcStatusName } from '../../../transport/grpc-status.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import { jsonReply } from '../../../transport/http-reply.js';
import type { RpcFault } from '../../../transport/json-rpc.js';
import { rpcCodes } from '../../../transport/json-rpc.js';
import { problemReply } from '../../../transport/problem.js';
import { errorDetails } from '../error-details.js';
import type { GrpcFailure } from '../grpc/status-details.js';
import { a2aCodes, extensionMember } from '../wire.js';

const faults = {
  TASK_NOT_FOUND: { code: 'NOT_FOUND', rpc: a2aCodes.taskNotFound, status: 404, grpc: 'NOT_FOUND' },
  TASK_NOT_CANCELABLE: { code: 'CONFLICT', rpc: a2aCodes.taskNotCancelable, status: 400, grpc: 'FAILED_PRECONDITION' },
  UNSUPPORTED_OPERATION: { code: 'CONFLICT', rpc: a2aCodes.unsupported, status: 400, grpc: 'FAILED_PRECONDITION' },
  CONTENT_TYPE_NOT_SUPPORTED: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    rpc: a2aCodes.contentType,
    status: 400,
    grpc: 'INVALID_ARGUMENT',
  },
  VERSION_NOT_SUPPORTED: { code: 'INVALID_INPUT', rpc: a2aCodes.version, status: 400, grpc: 'FAILED_PRECONDITION' },
} as const satisfies Record<string, { code: FailureCode; rpc: number; status: number; grpc: GrpcStatusName }>;

/** An error that A2A defines. */
export type FaultName = keyof typeof faults;

/** The failure for such an error. */
export function a2aFailure(name: FaultName, message: string): Failure {
  const { code, status } = faults[name];
  return new Failure(code, { message, status, members: { a2a: name } });
}

/** A body of another media type is an error that A2A defines. */
export function asContentTypeFault(thrown: unknown): unknown {
  const isOther = isFailure(thrown) && thrown.code === 'UNSUPPORTED_MEDIA_TYPE' && faultOf(thrown) === undefined;
  return isOther ? a2aFailure('CONTENT_TYPE_NOT_SUPPORTED', thrown.message) : thrown;
}

function faultOf({ members }: Failure): FaultName | undefined {
  const name = Object.hasOwn(members, 'a2a') ? members.a2a : undefined;
  return typeof name === 'string' && Object.hasOwn(faults, name) ? (name as FaultName) : undefined;
}

/** Code of failures that neither JSON-RPC nor A2A defines; the details contain the failure code. */
const callFailed = -32000;

const rpcNumbers: Partial<Record<FailureCode, number>> = {
  INVALID_INPUT: rpcCodes.params,
  INVALID_CURSOR: rpcCodes.params,
  MALFORMED_JSON: rpcCodes.parse,
  METHOD_NOT_ALLOWED: rpcCodes.method,
  UNSUPPORTED_MEDIA_TYPE: a2aCodes.contentType,
  INTERNAL: rpcCodes.internal,
};

const confirmHelp =
  `Send the message with "${extensionMember.dryRun}": true in its metadata and review the preview; then send it with the ` +
  `token of the preview as "${extensionMember.confirmation}" in its metadata.`;

/** The text of a failure, with the means of this protocol. */
function textOf(failure: Failure): string {
  const named = failure.code === 'CONFIRMATION_REQUIRED' ? changeFailure(failure, { help: confirmHelp }) : failure;
  return failureText(factsOf(named));
}

/** A failure as the error of a JSON-RPC response. */
export function rpcFault(thrown: unknown, traceId: string): RpcFault {
  const failure = toFailure(thrown);
  const name = faultOf(failure);
  const code = name === undefined ? (rpcNumbers[failure.code] ?? callFailed) : faults[name].rpc;
  return { code, message: textOf(failure), data: detailsOf(failure, traceId) };
}

/** A failure as a REST response (1.0 §11.6), with the headers that every failure has. */
export function restFailureReply(thrown: unknown, traceId: string): HttpReply {
  const failure = toFailure(thrown);
  const { status, headers } = problemReply(failure, { traceId });
  return jsonReply({ error: { code: status, ...grpcFault(failure, traceId) } }, { status, headers });
}

/** True for addresses of the REST binding, also for unknown ones. */
export function isRestPath(path: string): boolean {
  return /^\/agents\/[^/]+\/a2a\//.test(path);
}

/** A failure as the status of a gRPC call (1.0 §10.6). */
export function grpcFault(thrown: unknown, traceId: string): GrpcFailure & { details: JsonObject[] } {
  const failure = toFailure(thrown);
  const name = faultOf(failure);
  const status = name === undefined ? grpcStatusName(failure.row.status) : faults[name].grpc;
  return { status, message: textOf(failure), details: detailsOf(failure, traceId) };
}

function detailsOf(failure: Failure, traceId: string): JsonObject[] {
  const name = faultOf(failure);
  const own = errorDetails(failure, traceId);
  if (name === undefined) return own;
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: name, domain: 'a2a-protocol.org' };
  return [info, ...own];
}
