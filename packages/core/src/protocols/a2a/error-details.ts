/**
 * How a failure is told on this wire: `google.rpc.ErrorInfo` (1.0 §5.4) whose reason is the code of the failure, with
 * whether to try again beside it; and how it is read back from an agent that tells it so.
 */
import type { Failure, FailureCode, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { foreignCode } from '../../transport/answer-failure.js';
import { memberOf } from './wire.js';

const infoType = 'type.googleapis.com/google.rpc.ErrorInfo';
const badRequestType = 'type.googleapis.com/google.rpc.BadRequest';

/** Domain of reasons that are codes of this project's failure table. */
export const failureDomain = 'dragoman';

/** Field errors that are told at most. */
const mostFaults = 50;

/** The details of a failure. */
export function errorDetails(failure: Failure, traceId: string): JsonObject[] {
  const { code, row, retryAfter, fieldErrors } = failure;
  const info = {
    '@type': infoType,
    reason: code,
    domain: failureDomain,
    metadata: {
      retryable: String(row.retryable),
      ...(retryAfter === undefined ? {} : { retryAfter: String(Math.max(0, Math.ceil(retryAfter))) }),
      traceId,
    },
  };
  if (fieldErrors.length === 0) return [info];
  const fieldViolations = fieldErrors
    .slice(0, mostFaults)
    .map(({ field, detail, code: reason }) => ({ field, description: detail, reason }));
  return [info, { '@type': badRequestType, fieldViolations }];
}

/** What an agent tells of a failure, where it tells it in these words. */
export interface ToldFailure {
  code?: FailureCode;
  /** True when the agent says that the same call will fail again, whatever its code. */
  isFinal?: boolean;
  /** True when the agent says that the same call may be made again. */
  isSafe?: boolean;
  /** Seconds. */
  retryAfter?: number;
}

/** Reads details of an error, or the metadata of a message that tells a failed task. */
export function readErrorInfo(details: JsonValue | undefined): ToldFailure {
  const list = Array.isArray(details) ? details.slice(0, 20) : [details ?? null];
  const info = list.find((each) => isJsonObject(each) && each.domain === failureDomain);
  if (!isJsonObject(info)) return {};
  const code = foreignCode(info.reason);
  const metadata = memberOf(info, 'metadata');
  const after = isJsonObject(metadata) ? Number.parseInt(String(metadata.retryAfter), 10) : Number.NaN;
  const isFinal = isJsonObject(metadata) && metadata.retryable === 'false';
  const isSafe = isJsonObject(metadata) && metadata.retryable === 'true';
  return {
    ...(code === undefined ? {} : { code }),
    ...(isFinal ? { isFinal } : {}),
    ...(isSafe ? { isSafe } : {}),
    ...(Number.isSafeInteger(after) ? { retryAfter: after } : {}),
  };
}
