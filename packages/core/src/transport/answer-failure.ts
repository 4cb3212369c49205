/** Maps an unsuccessful answer of a service to a failure, for interfaces without an HTTP status. */
import type { FailureCode, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome } from '../gateway/call.js';

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

/**
 * Codes that a service may return itself, where its protocol carries them; all other codes describe what this server
 * did.
 */
const foreignCodes: readonly FailureCode[] = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'GONE',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'UPSTREAM_ERROR',
  'UPSTREAM_TIMEOUT',
];

/** The code that a service returned, if services may return it. */
export function foreignCode(given: JsonValue | undefined): FailureCode | undefined {
  return foreignCodes.find((code) => code === given);
}

/** Maximum number of characters of a service's message that a failure repeats. */
const maxRepeated = 500;

/** How a failure is reported where the interface knows more, or shows less, than the status. */
export interface AnswerReading {
  /** The service's own code, where its protocol carries one. */
  code?: FailureCode;
  /** True: the service's message is reported elsewhere, so the failure leaves it out. */
  withoutMessage?: boolean;
}

/**
 * The failure for a status, with the service's message; undefined for a success. A permanent refusal is a conflict, a
 * failure of the service an error.
 */
export function answerFailure(
  { status, headers, body, outcomeUnknown = false }: AnswerOutcome,
  { code, withoutMessage = false }: AnswerReading = {},
): Failure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10);
  return new Failure(code ?? codes[status] ?? (status < 500 ? 'CONFLICT' : 'UPSTREAM_ERROR'), {
    message: `The service answered ${status}${withoutMessage ? '.' : messageIn(body)}`,
    ...(Number.isSafeInteger(seconds) && seconds >= 0 ? { retryAfter: seconds } : {}),
    outcomeUnknown,
  });
}

function messageIn(body: JsonValue | undefined): string {
  if (body === undefined) return '.';
  const detail = isJsonObject(body) && typeof body.detail === 'string' ? body.detail : JSON.stringify(body);
  return `: ${detail.slice(0, maxRepeated)}`;
}
