/**
 * Converts the outcome of a call to the result of a tool (§7). Only a result that matches its signature is returned;
 * temporary failures are 5xx, and a refusal of the service is not a validation error, so it is never a 400 (nact.md
 * INV-11 to INV-13).
 */
import type { ToolResult } from '@dragoman/model';
import { checkResult, Failure } from '@dragoman/model';
import type { AnswerOutcome, Call, Outcome } from '../../gateway/call.js';
import { replayedHeader } from '../../gateway/stored-answer.js';
import type { AnswerReading } from '../../transport/answer-failure.js';
import { answerFailure } from '../../transport/answer-failure.js';
import { callHeaders, findingHeaders, originHeaders, writePreview } from '../../transport/call-answer.js';
import type { HttpReply } from '../../transport/http-reply.js';
import { jsonReply } from '../../transport/http-reply.js';
import type { ToolVersion } from './tool-history.js';
import { toOutputs } from './write.js';

/** The reply for the outcome of a call. */
export function answerTool(call: Call, version: ToolVersion, outcome: Outcome): HttpReply {
  if (outcome.kind === 'preview') return jsonReply(writePreview(outcome.preview), { headers: callHeaders(call) });
  if (outcome.kind === 'stream') {
    throw new Failure('UPSTREAM_ERROR', { message: 'The service answered with a stream, which a tool cannot return.' });
  }
  requireSuccess(outcome);
  const reply = jsonReply(resultOf(version, outcome), { headers: callHeaders(call) });
  Object.assign(reply.headers, originHeaders(call), findingHeaders(outcome.findings));
  if (Object.hasOwn(outcome.headers, replayedHeader)) reply.headers[replayedHeader] = 'true';
  return reply;
}

function resultOf({ signature, contract }: ToolVersion, { body }: AnswerOutcome): ToolResult {
  const result: ToolResult = { output_parameters: toOutputs(contract, body) };
  const faults = checkResult(signature, result);
  if (faults.length === 0) return result;
  throw new Failure('OUTPUT_INVALID', {
    fieldErrors: faults.map(({ output, problem, message }) => ({ field: output, code: problem, detail: message })),
  });
}

/** Statuses of refusals that other faces distinguish; here each of them is a conflict. */
const refusals: readonly number[] = [400, 404, 410, 422];

function requireSuccess(answer: AnswerOutcome): void {
  const failure = answerFailure(answer, readingOf(answer.status));
  if (failure !== undefined) throw failure;
}

function readingOf(status: number): AnswerReading {
  if (refusals.includes(status)) return { code: 'CONFLICT' };
  return status < 400 ? { code: 'UPSTREAM_ERROR' } : {};
}
