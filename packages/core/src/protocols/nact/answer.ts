/**
 * What comes of a call → the result of a tool (§7). A result fits its signature or is not answered; temporary trouble
 * is 5xx, and an agent's refusal is no fault of form, so it never reads as 400 (nact.md INV-11 to INV-13).
 */
import type { ToolResult } from '@dragoman/model';
import { checkResult, Failure } from '@dragoman/model';
import type { AnswerOutcome, Call, Outcome } from '../../gateway/call.js';
import { replayedHeader } from '../../gateway/kept-answer.js';
import { callHeaders, findingHeaders, originHeaders, writePreview } from '../../transport/call-answer.js';
import type { HttpReply } from '../../transport/http-reply.js';
import { jsonReply } from '../../transport/http-reply.js';
import type { ToolVersion } from './tool-history.js';
import { toOutputs } from './write.js';

/** Characters of an agent's own words that a refusal repeats. */
const mostRepeated = 500;

/** The reply for what came of a call. */
export function answerTool(call: Call, version: ToolVersion, outcome: Outcome): HttpReply {
  if (outcome.kind === 'preview') return jsonReply(writePreview(outcome.preview), { headers: callHeaders(call) });
  if (outcome.kind === 'stream') {
    throw new Failure('UPSTREAM_ERROR', { message: 'The agent answered with a stream, which a tool cannot give.' });
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

function requireSuccess({ status, body, headers, outcomeUnknown = false }: AnswerOutcome): void {
  if (status >= 200 && status < 300) return;
  const said = body === undefined ? '' : `: ${JSON.stringify(body).slice(0, mostRepeated)}`;
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10);
  throw new Failure(failureFor(status), {
    message: `The agent answered ${status}${said}`,
    ...(Number.isSafeInteger(seconds) && seconds >= 0 ? { retryAfter: seconds } : {}),
    outcomeUnknown,
  });
}

function failureFor(
  status: number,
): 'RATE_LIMITED' | 'UNAVAILABLE' | 'UPSTREAM_TIMEOUT' | 'CONFLICT' | 'UPSTREAM_ERROR' {
  if (status === 429) return 'RATE_LIMITED';
  if (status === 408 || status === 425 || status === 503) return 'UNAVAILABLE';
  if (status === 504) return 'UPSTREAM_TIMEOUT';
  return status >= 400 && status < 500 ? 'CONFLICT' : 'UPSTREAM_ERROR';
}
