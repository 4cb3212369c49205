/** An agent's answer that is no success, as the failure that it means; nothing for a success. */
import type { FailureCode } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { AnswerOutcome } from '../../gateway/call.js';
import { failureHeader } from './wire.js';

const codes: Readonly<Record<number, FailureCode>> = {
  400: 'INVALID_INPUT',
  404: 'NOT_FOUND',
  408: 'UNAVAILABLE',
  409: 'CONFLICT',
  410: 'GONE',
  422: 'INVALID_INPUT',
  425: 'UNAVAILABLE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
  504: 'UPSTREAM_TIMEOUT',
};

/** The failure that a status stands for; what an agent refuses for good is a conflict, its own trouble an error. */
export function failureOfStatus({ status, headers }: AnswerOutcome): Failure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10);
  const kept = headers[failureHeader];
  const code = isCode(kept) ? kept : (codes[status] ?? (status < 500 ? 'CONFLICT' : 'UPSTREAM_ERROR'));
  return new Failure(code, {
    message: `The agent answered ${status}.`,
    ...(Number.isSafeInteger(seconds) && seconds >= 0 ? { retryAfter: seconds } : {}),
  });
}

/** Codes that an agent may give of its own; the rest say what this server did. */
const foreign: readonly string[] = ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'GONE', 'RATE_LIMITED', 'UNAVAILABLE'];

function isCode(code: string | undefined): code is FailureCode {
  return code !== undefined && foreign.includes(code);
}
