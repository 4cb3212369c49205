/**
 * Converts a service's error of any shape to the one error body, with a stable code and retry information, and keeps
 * the service's own message. An error that already has all of this is passed on unchanged.
 */
import type { FailureCode, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, Call } from '../gateway/call.js';
import { problemDetails } from '../gateway/repair/problem-details.js';
import { isSwitchedOn } from '../gateway/repair/repair-operation.js';
import { answerFailure } from './answer-failure.js';
import { readForeignFieldErrors } from './foreign-field-errors.js';
import { problemBody } from './problem.js';

/**
 * Maximum size of a service's body that is repeated whole, in characters of JSON, and of the excerpt of a larger one.
 */
const maxRepeated = 16_384;
const maxShown = 2000;

/** Codes for statuses with the same meaning for every sender, beyond those of `answerFailure`. */
const codes: Readonly<Record<number, FailureCode>> = {
  401: 'FORBIDDEN',
  403: 'FORBIDDEN',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** An error as it is answered. */
export interface ForeignProblem {
  /** The body to write; absent when the service's own bytes are already such a body. */
  body?: JsonObject;
}

/** The error of an answer; undefined for a success, and where errors are passed on unchanged. */
export function foreignProblem(call: Call, answer: AnswerOutcome): ForeignProblem | undefined {
  const { target } = call;
  if (answer.status < 400 || answer.body === undefined || target === undefined || call.dryRun) return undefined;
  const { stored, operation } = target;
  if (!isSwitchedOn(problemDetails, stored.entry.repairs) || !problemDetails.concerns(operation)) return undefined;
  return isProblem(answer.body) ? {} : { body: writeProblem(call, answer, answer.body) };
}

/** True for a body that has all members that a caller needs to act on. */
function isProblem(body: JsonValue): boolean {
  if (!isJsonObject(body)) return false;
  const { title, type, code, retryable } = body;
  return (
    (typeof title === 'string' || typeof type === 'string') &&
    typeof code === 'string' &&
    typeof retryable === 'boolean'
  );
}

function writeProblem(call: Call, answer: AnswerOutcome, said: JsonValue): JsonObject {
  const code = codes[answer.status];
  const failure = answerFailure(answer, { withoutMessage: true, ...(code === undefined ? {} : { code }) });
  if (failure === undefined) throw new Error('A success was passed as an error');
  const own = isJsonObject(said) ? said : {};
  const faults = readForeignFieldErrors(own);
  const detail = wordsOf(said) ?? failure.message;
  const { error: _, field_errors: __, ...problem } = problemBody(failure, { traceId: call.traceId });
  return {
    ...problem,
    status: answer.status,
    detail,
    ...(typeof own.retryable === 'boolean' ? { retryable: own.retryable } : {}),
    ...(faults.length === 0 ? {} : { field_errors: faults.map((each) => ({ ...each })) }),
    upstream: repeat(said),
    error: { code: failure.row.aidip, message: detail },
  };
}

/** The sentence in which an error describes what is wrong. */
function wordsOf(said: JsonValue): string | undefined {
  if (typeof said === 'string') return said.slice(0, maxShown);
  if (!isJsonObject(said)) return undefined;
  const { detail, message, error, error_description: description, title, msg } = said;
  const inner = isJsonObject(error) ? [error.message, error.detail, error.description] : [description, error];
  const text = [detail, message, msg, ...inner, title].find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof text === 'string' ? text.slice(0, maxShown) : undefined;
}

function repeat(said: JsonValue): JsonValue {
  const text = JSON.stringify(said);
  return text.length <= maxRepeated ? said : { truncated: true, beginning: text.slice(0, maxShown) };
}
