/**
 * The one error body of every REST face: RFC 9457, with a stable code and a word on retrying, and AIDIP's
 * error object beside them (aidip.md GAP-26). Nothing but what a failure means to be seen gets into it.
 */
import type { Failure, FailureCode, FieldError, JsonObject } from '@dragoman/model';
import type { HttpReply } from './http-reply.js';
import { jsonReply } from './http-reply.js';

/** Media type of the error body. */
export const problemType = 'application/problem+json';

/** Seconds told to a caller who may come back, when the failure does not know better. */
const usualWait = 1;

/** What a problem says beside its failure. */
export interface ProblemContext {
  traceId: string;
  /** Address of this occurrence, when there is one. */
  instance?: string;
}

/** The address that explains a failure code; served by the description routes. */
export function problemAddress(code: FailureCode): string {
  return `/problems/${code.toLowerCase().replaceAll('_', '-')}`;
}

/** The reply for a failure; an internal one shows only the table's sentence. */
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

/** The body of that reply, for faces that put it into something larger. */
export function problemBody(failure: Failure, context: ProblemContext): JsonObject {
  const { row, code } = failure;
  const detail = code === 'INTERNAL' ? row.message : failure.message;
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
      message: detail,
      ...(failure.fieldErrors.length === 0 ? {} : { details: failure.fieldErrors.map(errorDetail) }),
    },
  };
}

function fieldError({ field, pointer, code, detail }: FieldError): JsonObject {
  return pointer === undefined ? { field, code, detail } : { field, pointer, code, detail };
}

/** Faults of a tool call are told by parameter and a stable word (nact.md GAP-26), all others by field and sentence. */
function errorDetail({ field, parameter, code, detail }: FieldError): JsonObject {
  return parameter === undefined ? { field, problem: detail } : { parameter, problem: code, message: detail };
}

function waitSeconds(failure: Failure): number | undefined {
  const { status } = failure.row;
  const wait = failure.retryAfter ?? (status === 429 || status === 503 ? usualWait : undefined);
  return wait === undefined ? undefined : Math.max(0, Math.ceil(wait));
}
