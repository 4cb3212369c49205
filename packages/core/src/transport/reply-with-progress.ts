/**
 * Answers a call whose caller accepts events: as usual when the outcome comes first; when the service reports progress
 * before, with events: `progress`, then the events of the outcome, or `error`.
 */
import { toFailure } from '@dragoman/model';
import { addEnd } from '../documents/lazy-signal.js';
import type { Call, Outcome } from '../gateway/call.js';
import { errorObject } from '../gateway/error-object.js';
import { callHeaders, originHeaders } from './call-answer.js';
import type { EventWriter } from './event-stream.js';
import { eventStreamReply } from './event-stream.js';
import type { HttpReply } from './http-reply.js';
import { createProgressQueue, writeProgress } from './progress-queue.js';

/** Sends one event with a value that is written as JSON. */
export type SendEvent = (event: string, value: unknown) => void;

/** How an interface answers. */
export interface ProgressAnswer {
  invoke: (call: Call) => Promise<Outcome>;
  /** The plain reply; throws failures. */
  reply: (outcome: Outcome) => HttpReply;
  /** Writes the events of the outcome; throws failures. */
  write: (outcome: Outcome, send: SendEvent) => void;
}

/** Makes the call and answers it. */
export async function replyWithProgress(call: Call, { invoke, reply, write }: ProgressAnswer): Promise<HttpReply> {
  const progress = createProgressQueue();
  // A client that has the beginning of its response does not count as disconnected, so the stream reports that it left.
  const leave = addEnd(call);
  call.onProgress = progress.tell;
  const work = invoke(call);
  const isEnded = await Promise.race([work.then(() => true), progress.first.then(() => false)]);
  if (isEnded) return reply(await work);
  const writeEvents = async (writer: EventWriter) => {
    const send: SendEvent = (event, value) => writer.send(JSON.stringify(value), event);
    progress.read((message) => send('progress', writeProgress(message)));
    try {
      write(await work, send);
    } catch (thrown) {
      send('error', errorObject(toFailure(thrown), call.traceId));
    }
    writer.end();
  };
  const headers = { ...callHeaders(call), ...originHeaders(call), 'x-content-type-options': 'nosniff' };
  return eventStreamReply((writer) => void writeEvents(writer), { headers, onLeave: leave });
}
