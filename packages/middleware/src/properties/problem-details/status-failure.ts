/** The failure for a status, when only the status is known. */
import { STATUS_CODES } from 'node:http';
import type { FailureCode, FailureDetails } from '@dragoman/model';
import { Failure } from '@dragoman/model';

const codes: Readonly<Record<number, FailureCode>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  408: 'UNAVAILABLE',
  409: 'CONFLICT',
  410: 'GONE',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'INVALID_INPUT',
  425: 'UNAVAILABLE',
  428: 'CONFIRMATION_REQUIRED',
  429: 'RATE_LIMITED',
  500: 'INTERNAL',
  502: 'UPSTREAM_ERROR',
  503: 'UNAVAILABLE',
  504: 'UPSTREAM_TIMEOUT',
};

/** Unmapped 4xx statuses are conflicts, all others are internal errors. */
export function statusFailure(status: number, details: FailureDetails = {}): Failure {
  const code = codes[status] ?? (status < 500 ? 'CONFLICT' : 'INTERNAL');
  return new Failure(code, { message: sentenceOf(status, code), ...details, status });
}

/** The table's messages describe our own server; for others the name of the status is used. */
function sentenceOf(status: number, code: FailureCode): string {
  const name = STATUS_CODES[status] ?? 'The request failed';
  return code === 'CONFLICT' || code === 'CONFIRMATION_REQUIRED' || code === 'PRECONDITION_FAILED'
    ? `${name}.`
    : new Failure(code).message;
}
