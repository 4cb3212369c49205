/** Answers a call whose caller accepts events: `progress`, then `output` and `done`, or `error` (aidip.md GAP-29). */
import type { JsonValue } from '@dragoman/model';
import { answerFailure } from '../../../gateway/answer-failure.js';
import type { AnswerOutcome, Call, Outcome } from '../../../gateway/call.js';
import { errorObject } from '../../../gateway/error-object.js';
import { mediaTypeHeader } from '../../../gateway/media.js';
import { foreignProblem } from '../../../transport/foreign-problem.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { SendEvent } from '../../../transport/reply-with-progress.js';
import { replyWithProgress } from '../../../transport/reply-with-progress.js';
import { answerCall } from './answer.js';

/** Makes the call and answers it. */
export function answerWithProgress(call: Call, invoke: (call: Call) => Promise<Outcome>): Promise<HttpReply> {
  return replyWithProgress(call, {
    invoke,
    reply: (outcome) => answerCall(call, outcome),
    write: (outcome, send) => writeOutcome(call, outcome, send),
  });
}

function writeOutcome(call: Call, outcome: Outcome, send: SendEvent): void {
  if (outcome.kind !== 'answer') throw new Error(`a call with progress ended with a ${outcome.kind}`);
  const error = errorOf(call, outcome);
  if (error !== undefined) {
    send('error', error);
    return;
  }
  if (outcome.body !== undefined) send('output', outcome.body);
  const mediaType = outcome.headers[mediaTypeHeader];
  const findings = [...new Set(outcome.findings.map(({ code }) => code))];
  send('done', { status: outcome.status, findings, ...(mediaType === undefined ? {} : { media_type: mediaType }) });
}

/** The error of the service in this server's form; undefined for a success. */
function errorOf(call: Call, outcome: AnswerOutcome): JsonValue | undefined {
  const failure = answerFailure(outcome);
  if (failure === undefined) return undefined;
  return foreignProblem(call, outcome) ?? errorObject(failure, call.traceId);
}
