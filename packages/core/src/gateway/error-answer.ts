/**
 * Error answers of services: third-party text, passed on within limits. Stack traces and secrets in them are withheld,
 * and an answer that says nothing gets an error object of this gateway.
 */
import type { FailureCode, JsonObject, JsonValue } from '@dragoman/model';
import { changeFailure, diagnose, Failure, isFailure, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, Call } from './call.js';
import { gatewayDiagnostics } from './diagnostics.js';
import { errorObject } from './error-object.js';
import type { GatewaySettings } from './ports.js';
import { redactText, redactValue } from './redact-text.js';
import type { UpstreamCredential } from './upstream.js';

/** How the error of a call is passed on. */
export interface ErrorPolicy {
  details: GatewaySettings['errorDetails'];
  /** The credential of the call; a service may repeat it. */
  credential: UpstreamCredential | undefined;
}

/** Maximum size of an error that is passed on whole, in characters of JSON, and of the excerpt of a larger one. */
const maxLength = 16_384;
const maxExcerpt = 2000;

/** The answer as it is passed on; a success is returned unchanged. */
export function cleanAnswer(call: Pick<Call, 'traceId'>, answer: AnswerOutcome, policy: ErrorPolicy): AnswerOutcome {
  if (answer.status < 400) return answer;
  const { body, content } = answer;
  if (saysNothing(body) && content === undefined) return withOwnBody(call, answer, 'without details');
  if (policy.details === 'pass') return answer;
  if (policy.details === 'withhold') return withOwnBody(call, answer, 'with details that this gateway withholds');
  const credentials = secretsOf(policy.credential);
  const kept = redactBody(call, answer, credentials);
  const parts = content?.map((part) => redactValue(part, credentials) as JsonObject);
  const partsKept = parts === undefined || parts.every((part, at) => part === content?.[at]);
  if (kept === body && partsKept) return answer;
  const { raw: _, ...rest } = answer;
  return {
    ...rest,
    ...(kept === undefined ? {} : { body: kept }),
    ...(parts === undefined ? {} : { content: parts }),
    findings: [...answer.findings, diagnose(gatewayDiagnostics, 'gateway/error-details-withheld', { pointer: '' })],
  };
}

/** The failure with its message redacted; messages may repeat what a service said. */
export function cleanFailure(thrown: unknown, { details, credential }: ErrorPolicy): unknown {
  if (details === 'pass' || !isFailure(thrown)) return thrown;
  const message = redactText(thrown.message.slice(0, maxLength), secretsOf(credential));
  return message === thrown.message ? thrown : changeFailure(thrown, { message });
}

function redactBody(
  call: Pick<Call, 'traceId'>,
  answer: AnswerOutcome,
  credentials: readonly string[],
): JsonValue | undefined {
  const { body, raw } = answer;
  if (body === undefined) return undefined;
  const length = raw?.byteLength ?? JSON.stringify(body).length;
  if (length <= maxLength) return redactValue(body, credentials);
  const beginning = redactText(JSON.stringify(body).slice(0, maxExcerpt), credentials);
  const own = ownBody(call, answer, `with ${length} bytes of details, of which only the beginning is passed on`);
  return { ...own, upstream: { truncated: true, beginning } };
}

/** True for a body without any content. */
function saysNothing(body: JsonValue | undefined): boolean {
  if (body === undefined || body === null || body === '') return true;
  return Array.isArray(body) ? body.length === 0 : isJsonObject(body) && Object.keys(body).length === 0;
}

function withOwnBody(call: Pick<Call, 'traceId'>, answer: AnswerOutcome, how: string): AnswerOutcome {
  const { raw: _, content: __, ...rest } = answer;
  return { ...rest, body: ownBody(call, answer, how) };
}

function ownBody({ traceId }: Pick<Call, 'traceId'>, { status, headers }: AnswerOutcome, how: string): JsonObject {
  const after = Number.parseInt(headers['retry-after'] ?? '', 10);
  const failure = new Failure(codeOf(status), {
    status,
    message: `The service answered ${status} ${how}.`,
    ...(Number.isSafeInteger(after) && after >= 0 ? { retryAfter: after } : {}),
  });
  return { title: failure.row.title, ...errorObject(failure, traceId) };
}

const codes: Readonly<Record<number, FailureCode>> = {
  401: 'FORBIDDEN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
  504: 'UPSTREAM_TIMEOUT',
};

function codeOf(status: number): FailureCode {
  return codes[status] ?? (status < 500 ? 'INVALID_INPUT' : 'UPSTREAM_ERROR');
}

function secretsOf(credential: UpstreamCredential | undefined): string[] {
  const values = [...Object.values(credential?.headers ?? {}), ...Object.values(credential?.query ?? {})];
  // The value without its scheme, such as "Bearer".
  return values.map((value) => value.slice(value.lastIndexOf(' ') + 1));
}
