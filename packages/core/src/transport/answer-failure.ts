/** An agent's answer that is no success, as the failure that it means; for faces that have no status of their own. */
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

/** Codes that an agent may give itself, where its protocol carries them; all others say what this server did. */
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

/** The code that an agent gave, where it is one that agents may give. */
export function foreignCode(given: JsonValue | undefined): FailureCode | undefined {
  return foreignCodes.find((code) => code === given);
}

/** Characters of an agent's own words that a refusal repeats. */
const mostRepeated = 500;

/** How a failure is told where the face knows more, or says less, than the status. */
export interface AnswerReading {
  /** The agent's own code, where its protocol carries one. */
  code?: FailureCode;
  /** True: the agent's words go elsewhere, and the message leaves them out. */
  wordless?: boolean;
}

/**
 * The failure that a status stands for, with the agent's words; undefined for a success. What an agent refuses for good
 * is a conflict, its own trouble an error.
 */
export function answerFailure(
  { status, headers, body, outcomeUnknown = false }: AnswerOutcome,
  { code, wordless = false }: AnswerReading = {},
): Failure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10);
  return new Failure(code ?? codes[status] ?? (status < 500 ? 'CONFLICT' : 'UPSTREAM_ERROR'), {
    message: `The agent answered ${status}${wordless ? '.' : saidIn(body)}`,
    ...(Number.isSafeInteger(seconds) && seconds >= 0 ? { retryAfter: seconds } : {}),
    outcomeUnknown,
  });
}

function saidIn(body: JsonValue | undefined): string {
  if (body === undefined) return '.';
  const detail = isJsonObject(body) && typeof body.detail === 'string' ? body.detail : JSON.stringify(body);
  return `: ${detail.slice(0, mostRepeated)}`;
}
