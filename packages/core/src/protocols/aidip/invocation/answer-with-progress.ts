/**
 * Answers a call whose caller accepts events: as usual when the outcome comes first; when the service reports progress
 * before, with events: `progress`, then `output` and `done`, or `error` (aidip.md GAP-29).
 */
import type { JsonValue } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import { defineLazySignal } from '../../../documents/lazy-signal.js';
import { answerFailure } from '../../../gateway/answer-failure.js';
import type { AnswerOutcome, Call, Outcome } from '../../../gateway/call.js';
import { errorObject } from '../../../gateway/error-object.js';
import { mediaTypeHeader } from '../../../gateway/media.js';
import { callHeaders, originHeaders } from '../../../transport/call-answer.js';
import type { EventWriter } from '../../../transport/event-stream.js';
import { eventStreamReply } from '../../../transport/event-stream.js';
import { foreignProblem } from '../../../transport/foreign-problem.js';
import type { HttpReply } from '../../../transport/http-reply.js';
import type { ProgressQueue } from '../../../transport/progress-queue.js';
import { createProgressQueue, writeProgress } from '../../../transport/progress-queue.js';
import { answerCall } from './answer.js';

/** Makes the call and answers it. */
export async function answerWithProgress(call: Call, invoke: (call: Call) => Promise<Outcome>): Promise<HttpReply> {
  const leave = new AbortController();
  const progress = createProgressQueue();
  // A client that has the beginning of its response does not count as disconnected, so the stream reports that it left.
  const made = defineLazySignal(call, { signal: AbortSignal.any([call.signal, leave.signal]) });
  made.onProgress = progress.tell;
  const work = invoke(made);
  const isEnded = await Promise.race([work.then(() => true), progress.first.then(() => false)]);
  if (isEnded) return answerCall(call, await work);
  const headers = { ...callHeaders(call), ...originHeaders(call), 'x-content-type-options': 'nosniff' };
  return eventStreamReply((writer) => void writeEvents(writer, { call, work, progress }), {
    headers,
    onLeave: () => leave.abort(),
  });
}

interface Running {
  call: Call;
  work: Promise<Outcome>;
  progress: ProgressQueue;
}

async function writeEvents(writer: EventWriter, { call, work, progress }: Running): Promise<void> {
  const send = (event: string, value: JsonValue) => writer.send(JSON.stringify(value), event);
  progress.read((message) => send('progress', writeProgress(message)));
  try {
    const outcome = await work;
    if (outcome.kind !== 'answer') throw new Error(`a call with progress ended with a ${outcome.kind}`);
    const error = errorOf(call, outcome);
    if (error !== undefined) send('error', error);
    else {
      if (outcome.body !== undefined) send('output', outcome.body);
      const mediaType = outcome.headers[mediaTypeHeader];
      const findings = [...new Set(outcome.findings.map(({ code }) => code))];
      send('done', {
        status: outcome.status,
        findings,
        ...(mediaType === undefined ? {} : { media_type: mediaType }),
      });
    }
  } catch (thrown) {
    send('error', errorObject(toFailure(thrown), call.traceId));
  }
  writer.end();
}

/** The error of the service in this server's form; undefined for a success. */
function errorOf(call: Call, outcome: AnswerOutcome): JsonValue | undefined {
  const failure = answerFailure(outcome);
  if (failure === undefined) return undefined;
  return foreignProblem(call, outcome) ?? errorObject(failure, call.traceId);
}
