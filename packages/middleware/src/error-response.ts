/** The one error body of the project, with the details under the names that N-ACT's readers look for (nact.md GAP-26). */
import { randomBytes } from 'node:crypto';
import { problemBody, problemResponse } from '@dragoman/core';
import type { Failure, JsonObject } from '@dragoman/model';

/** The answer for a failure; `parameter` stands beside `field` in the details. */
export function errorResponse(failure: Failure, request: Request): Response {
  const context = { traceId: traceIdOf(request) };
  const plain = problemResponse(failure, context);
  if (failure.fieldErrors.length === 0) return plain;
  const body = problemBody(failure, context);
  const details = failure.fieldErrors.map(({ field, code, detail }) => ({
    parameter: field,
    problem: code.replace(/^.*\//, '').replaceAll('-', '_'),
    message: detail,
  }));
  return new Response(JSON.stringify({ ...body, error: { ...(body.error as JsonObject), details } }), {
    status: plain.status,
    headers: plain.headers,
  });
}

/** The caller's trace where there is one (W3C Trace Context), else a new id. */
function traceIdOf(request: Request): string {
  const [, given] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(request.headers.get('traceparent') ?? '') ?? [];
  return given === undefined || /^0+$/.test(given) ? randomBytes(16).toString('hex') : given;
}
