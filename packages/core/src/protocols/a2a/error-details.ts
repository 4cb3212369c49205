/**
 * Writes a failure as `google.rpc.ErrorInfo` (1.0 §5.4), with the failure code as the reason and whether to retry,
 * and reads it back from agents that report failures in this form.
 */
import type { Failure, FailureCode, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, upstreamCode } from '@dragoman/model';
import { memberOf } from './wire.js';

const infoType = 'type.googleapis.com/google.rpc.ErrorInfo';
const badRequestType = 'type.googleapis.com/google.rpc.BadRequest';

/** Domain of reasons that are failure codes of this project. */
export const failureDomain = 'dragoman';

/** Maximum number of field errors in a response. */
const maxFaults = 50;

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
    .slice(0, maxFaults)
    .map(({ field, detail, code: reason }) => ({ field, description: detail, reason }));
  return [info, { '@type': badRequestType, fieldViolations }];
}

/** A failure as reported by an agent in this form. */
export interface ReportedFailure {
  code?: FailureCode;
  /** True when the agent says that a retry of the same call will fail, whatever its code. */
  isFinal?: boolean;
  /** True when the agent says that the same call may be retried. */
  isSafe?: boolean;
  /** Seconds. */
  retryAfter?: number;
}

/** Reads the details of an error, or the metadata of a message about a failed task. */
export function readErrorInfo(details: JsonValue | undefined): ReportedFailure {
  const list = Array.isArray(details) ? details.slice(0, 20) : [details ?? null];
  const info = list.find((each) => isJsonObject(each) && each.domain === failureDomain);
  if (!isJsonObject(info)) return {};
  const code = upstreamCode(info.reason);
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
