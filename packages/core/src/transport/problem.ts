/**
 * The one error body of every REST interface: RFC 9457, with a stable code and retry information, and AIDIP's error
 * object in addition (aidip.md GAP-26). It contains only what a failure declares as visible.
 */
import type { Failure, FailureCode, FieldError, JsonObject } from '@dragoman/model';
import { factsOf, failureDetail } from '@dragoman/model';
import type { HttpReply } from './http-reply.js';
import { jsonReply } from './http-reply.js';

/** Media type of the error body. */
export const problemType = 'application/problem+json';

/** Members of a problem beyond its failure. */
export interface ProblemContext {
  traceId: string;
  /** URL of this occurrence, when there is one. */
  instance?: string;
  /** True for an API that reports its own errors in its own words: `detail` is the message alone. */
  plain?: boolean;
}

/** The URL that explains a failure code; served by the description routes. */
export function problemAddress(code: FailureCode): string {
  return `/problems/${code.toLowerCase().replaceAll('_', '-')}`;
}

/** The reply for a failure; an internal one shows only the sentence of the table. */
export function problemReply(failure: Failure, context: ProblemContext): HttpReply {
  const wait = waitSeconds(failure);
  const reply = jsonReply(problemBody(failure, context), {
    status: failure.row.status,
    headers: failure.headers,
    type: problemType,
  });
  reply.headers['cache-control'] ??= 'no-store';
  if (wait !== undefined) reply.headers['retry-after'] = String(wait);
  return reply;
}

/** The body of that reply, for interfaces that embed it. */
export function problemBody(failure: Failure, context: ProblemContext): JsonObject {
  const { row, code } = failure;
  const facts = factsOf(failure);
  const detail = context.plain === true ? facts.message : failureDetail(facts);
  const wait = waitSeconds(failure);
  return {
    type: problemAddress(code),
    title: row.title,
    status: row.status,
    detail,
    code,
    retryable: row.retryable,
    ...(failure.outcomeUnknown ? { outcome_unknown: true } : {}),
    ...(wait === undefined ? {} : { retry_after: wait }),
    ...(failure.fieldErrors.length === 0 ? {} : { field_errors: failure.fieldErrors.map(fieldError) }),
    ...failure.members,
    trace_id: context.traceId,
    ...(context.instance === undefined ? {} : { instance: context.instance }),
    error: {
      code: row.aidip,
      message: facts.message,
      ...(failure.fieldErrors.length === 0 ? {} : { details: failure.fieldErrors.map(errorDetail) }),
    },
  };
}

function fieldError({ field, pointer, code, detail }: FieldError): JsonObject {
  return pointer === undefined ? { field, code, detail } : { field, pointer, code, detail };
}

/**
 * Errors of a tool call are reported by parameter and a stable keyword (nact.md GAP-26), all others by field and
 * sentence.
 */
function errorDetail({ field, parameter, code, detail }: FieldError): JsonObject {
  return parameter === undefined ? { field, problem: detail } : { parameter, problem: code, message: detail };
}

function waitSeconds(failure: Failure): number | undefined {
  const wait = factsOf(failure).retryAfter;
  return wait === undefined ? undefined : Math.max(0, Math.ceil(wait));
}
