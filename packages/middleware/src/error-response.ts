/** Failures as the one error body of the project. */
import { randomBytes } from 'node:crypto';
import { problemResponse } from '@dragoman/core';
import type { Failure } from '@dragoman/model';

/** The answer for a failure, with the caller's trace id in it. */
export function errorResponse(failure: Failure, request: Request): Response {
  return problemResponse(failure, { traceId: traceIdOf(request) });
}

/** The caller's trace where there is one (W3C Trace Context), else a new id. */
function traceIdOf(request: Request): string {
  const [, given] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(request.headers.get('traceparent') ?? '') ?? [];
  return given === undefined || /^0+$/.test(given) ? randomBytes(16).toString('hex') : given;
}
