/** `google.rpc.Status` in trailers: the code, the message and the details of a call that failed. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { GrpcStatusName } from '../../../transport/grpc-status.js';
import {
  grpcCode,
  grpcStatusName,
  httpStatusOf,
  readGrpcMessage,
  writeGrpcMessage,
} from '../../../transport/grpc-status.js';
import { failureDomain } from '../error-details.js';
import { decodeMessage } from './decode.js';
import { encodeMessage } from './encode.js';

const detailsTrailer = 'grpc-status-details-bin';

/** Prefix of the types of details. */
const typePrefix = 'type.googleapis.com/google.rpc.';

/** Details that are read and written. */
const detailTypes: readonly string[] = ['ErrorInfo', 'BadRequest'];

/** Maximum bytes of the details, since peers limit the size of all trailers. */
const maxDetails = 6000;

/** A call that failed. */
export interface GrpcFailure {
  status: GrpcStatusName;
  message: string;
  /** With `@type`, as the JSON bindings have them. */
  details: readonly JsonObject[];
}

/** Writes the trailers of a call that failed; the last details are left out when they are too long. */
export function writeStatus({ status, message, details }: GrpcFailure): Record<string, string> {
  const code = grpcCode(status);
  const kept = [...details];
  let written = '';
  do {
    const all = kept.flatMap(writeDetail);
    written = Buffer.from(encodeMessage('Status', { code, message: message.slice(0, 1000), details: all })).toString(
      'base64',
    );
  } while (written.length > maxDetails && kept.pop() !== undefined);
  return {
    'grpc-status': String(code),
    'grpc-message': writeGrpcMessage(message),
    [detailsTrailer]: written.replace(/=+$/, ''),
  };
}

/** Writes the trailers for a problem reply: a failure before a method was reached, such as a missing credential. */
export function statusOfProblem(status: number, problem: JsonValue): Record<string, string> {
  const { detail, code, retryable, retry_after: after, trace_id: traceId } = isJsonObject(problem) ? problem : {};
  const metadata = {
    retryable: String(retryable === true),
    ...(typeof after === 'number' ? { retryAfter: String(after) } : {}),
    ...(typeof traceId === 'string' ? { traceId } : {}),
  };
  const info = {
    '@type': `${typePrefix}ErrorInfo`,
    reason: String(code ?? 'INTERNAL'),
    domain: failureDomain,
    metadata,
  };
  const message = typeof detail === 'string' ? detail : '';
  return writeStatus({ status: grpcStatusName(status), message, details: [info] });
}

function writeDetail({ '@type': type, ...detail }: JsonObject): JsonObject[] {
  const name = typeof type === 'string' ? type.slice(typePrefix.length) : '';
  if (!detailTypes.includes(name)) return [];
  const value = Buffer.from(encodeMessage(name, detail)).toString('base64');
  return [{ typeUrl: `${typePrefix}${name}`, value }];
}

/** Reads the trailers of a call that failed, in the form of the REST binding. */
export function readStatus(trailers: Readonly<Record<string, string>>): JsonObject {
  const { code, message, details } = readDetails(trailers[detailsTrailer] ?? '');
  const said = readGrpcMessage(trailers['grpc-message'] ?? '');
  return {
    code: httpStatusOf(trailers['grpc-status']),
    grpcStatus: trailers['grpc-status'] ?? code ?? null,
    message: said === '' && typeof message === 'string' ? message : said,
    details: (Array.isArray(details) ? details : []).slice(0, 20).flatMap(readDetail),
  };
}

/** The details are optional: invalid ones say nothing. */
function readDetails(written: string): JsonObject {
  try {
    return decodeMessage('Status', Buffer.from(written, 'base64'));
  } catch {
    return {};
  }
}

function readDetail(any: JsonValue): JsonObject[] {
  if (!isJsonObject(any) || typeof any.typeUrl !== 'string') return [];
  const name = any.typeUrl.startsWith(typePrefix) ? any.typeUrl.slice(typePrefix.length) : '';
  if (!detailTypes.includes(name)) return [];
  try {
    const value = typeof any.value === 'string' ? any.value : '';
    return [{ '@type': any.typeUrl, ...decodeMessage(name, Buffer.from(value, 'base64')) }];
  } catch {
    return [];
  }
}
