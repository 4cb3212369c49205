/** A failure inside something larger, such as a batch or a stream, which cannot have its own response. */
import type { Failure, JsonObject } from '@dragoman/model';
import { factsOf, failureDetail } from '@dragoman/model';

/** The members that a failure's own response would have, including AIDIP's error object (aidip.md GAP-26). */
export function errorObject(failure: Failure, traceId: string): JsonObject {
  const { row, code, retryAfter, fieldErrors } = failure;
  const facts = factsOf(failure);
  return {
    code,
    status: row.status,
    detail: failureDetail(facts),
    retryable: row.retryable,
    ...(failure.outcomeUnknown ? { outcome_unknown: true } : {}),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    ...(fieldErrors.length === 0 ? {} : { field_errors: fieldErrors.map((error) => ({ ...error })) }),
    trace_id: traceId,
    error: { code: row.aidip, message: facts.message },
  };
}
