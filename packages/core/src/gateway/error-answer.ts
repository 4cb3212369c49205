/**
 * Error answers of services: third-party text, passed on within limits. Stack traces and secrets in them are withheld,
 * and an answer that says nothing gets an error object of this gateway.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { changeFailure, diagnose, isFailure, isJsonObject, toFailure } from '@dragoman/model';
import { answerFailure } from './answer-failure.js';
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
  const isLong = lengthOf(answer) > maxLength;
  const kept = isLong ? excerptBody(call, answer, credentials) : body && redactValue(body, credentials);
  const parts = content?.map((part) => redactValue(part, credentials) as JsonObject);
  const partsKept = parts === undefined || parts.every((part, at) => part === content?.[at]);
  if (kept === body && partsKept) return answer;
  const { raw: _, ...rest } = answer;
  return {
    ...rest,
    ...(kept === undefined ? {} : { body: kept }),
    ...(isLong ? { ownBody: true } : {}),
    ...(parts === undefined ? {} : { content: parts }),
    findings: [...answer.findings, diagnose(gatewayDiagnostics, 'gateway/error-details-withheld', { pointer: '' })],
  };
}

/** The failure with its texts redacted; they may repeat what a service said. */
export function cleanFailure(thrown: unknown, { details, credential }: ErrorPolicy): unknown {
  if (details === 'pass' || !isFailure(thrown)) return thrown;
  const secrets = secretsOf(credential);
  const message = redactText(thrown.message.slice(0, maxLength), secrets);
  const said = thrown.said && redactText(thrown.said.slice(0, maxLength), secrets);
  if (message === thrown.message && said === thrown.said) return thrown;
  return changeFailure(thrown, { message, ...(said === undefined ? {} : { said }) });
}

function lengthOf({ body, raw }: AnswerOutcome): number {
  return raw?.byteLength ?? (body === undefined ? 0 : JSON.stringify(body).length);
}

function excerptBody(call: Pick<Call, 'traceId'>, answer: AnswerOutcome, credentials: readonly string[]): JsonObject {
  const beginning = redactText(textOf(answer.body).slice(0, maxExcerpt), credentials);
  const how = `with ${lengthOf(answer)} bytes of details, of which only the beginning is passed on`;
  return { ...ownBody(call, answer, how), upstream: { truncated: true, beginning } };
}

function textOf(body: JsonValue | undefined): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** True for a body without any content. */
function saysNothing(body: JsonValue | undefined): boolean {
  if (body === undefined || body === null || body === '') return true;
  return Array.isArray(body) ? body.length === 0 : isJsonObject(body) && Object.keys(body).length === 0;
}

function withOwnBody(call: Pick<Call, 'traceId'>, answer: AnswerOutcome, how: string): AnswerOutcome {
  const { raw: _, content: __, ...rest } = answer;
  return { ...rest, body: ownBody(call, answer, how), ownBody: true };
}

function ownBody({ traceId }: Pick<Call, 'traceId'>, answer: AnswerOutcome, how: string): JsonObject {
  const { status, headers, outcomeUnknown = false } = answer;
  const message = `The service answered ${status} ${how}.`;
  const failure = changeFailure(toFailure(answerFailure({ status, headers, outcomeUnknown })), { status, message });
  return { title: failure.row.title, ...errorObject(failure, traceId) };
}

/** The secrets of a credential, without their schemes, such as "Bearer". */
export function secretsOf(credential: UpstreamCredential | undefined): string[] {
  const values = [...Object.values(credential?.headers ?? {}), ...Object.values(credential?.query ?? {})];
  return values.map((value) => value.slice(value.lastIndexOf(' ') + 1));
}
