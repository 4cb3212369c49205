/**
 * Converts a service's error of any shape to the one error body, with a stable code and retry information. `detail`
 * begins with a line of this server, followed by the service's own words; its body is repeated under `upstream`.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { changeFailure, factsOf, failureDetail, isJsonObject, toFailure } from '@dragoman/model';
import { answerFailure } from '../gateway/answer-failure.js';
import type { AnswerOutcome, Call, Target } from '../gateway/call.js';
import { problemDetails } from '../gateway/repair/problem-details.js';
import { isSwitchedOn } from '../gateway/repair/repair-operation.js';
import { readForeignFieldErrors } from './foreign-field-errors.js';
import { problemBody } from './problem.js';

/**
 * Maximum size of a service's body that is repeated whole, in characters of JSON, and of the excerpt of a larger one.
 */
const maxRepeated = 16_384;
const maxShown = 2000;

/** The error body of an answer; undefined for a success, and where errors are passed on unchanged. */
export function foreignProblem(call: Call, answer: AnswerOutcome): JsonObject | undefined {
  const { target, dryRun } = call;
  if (answer.status < 400 || answer.body === undefined || target === undefined || dryRun) return undefined;
  if (!isConverted(call.face, target, answer)) return undefined;
  return answer.ownBody !== true && isProblem(answer.body)
    ? { ...answer.body, detail: detailOf(answer, wordsOf(answer.body)) }
    : writeProblem(call, answer, answer.body);
}

/** The error object of AIDIP is passed on over AIDIP; other faces and other texts of such an agent are converted. */
function isConverted(face: string, { stored, operation }: Target, { body, ownBody }: AnswerOutcome): boolean {
  if (!isSwitchedOn(problemDetails, stored.entry.repairs)) return false;
  if (operation.binding.kind === 'aidip') return face !== 'aidip' || ownBody === true || typeof body === 'string';
  return problemDetails.concerns(operation);
}

/** True for a body that has all members that a caller needs to act on. */
function isProblem(body: JsonValue): body is JsonObject {
  if (!isJsonObject(body)) return false;
  const { title, type, code, retryable } = body;
  return (
    (typeof title === 'string' || typeof type === 'string') &&
    typeof code === 'string' &&
    typeof retryable === 'boolean'
  );
}

function detailOf(answer: AnswerOutcome, said: string | undefined): string {
  return failureDetail({ ...factsOf(toFailure(answerFailure(answer))), said });
}

function writeProblem(call: Call, answer: AnswerOutcome, said: JsonValue): JsonObject {
  const own = isJsonObject(said) ? said : {};
  const faults = readForeignFieldErrors(own);
  const { ownBody, status } = answer;
  const failure = changeFailure(toFailure(answerFailure(answer)), { status });
  const detail = ownBody === true && typeof own.detail === 'string' ? own.detail : detailOf(answer, wordsOf(said));
  const { error: _, field_errors: __, ...problem } = problemBody(failure, { traceId: call.traceId });
  return {
    ...problem,
    detail,
    ...(faults.length === 0 ? {} : { field_errors: faults.map((each) => ({ ...each })) }),
    ...(ownBody === true ? excerptOf(own) : { upstream: repeat(said) }),
    error: { code: failure.row.aidip, message: detail },
  };
}

function excerptOf({ upstream }: JsonObject): JsonObject {
  return upstream === undefined ? {} : { upstream };
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
