/** Streams of events for one reader: an answer in pieces as a task that works, a task in the background as it moves. */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import { endStates } from '../../../catalogue/runs.js';
import type { StreamOutcome } from '../../../gateway/call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import { readEvents } from '../../../transport/event-stream.js';
import type { RouteContext } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import { memberOf, taskStates } from '../wire.js';
import { a2aFailure, rpcFault } from './faults.js';
import type { Sending } from './send-message.js';
import { marks, messageOf, prepareSending, runOf } from './send-message.js';
import { partsOf, statusOf, taskOf } from './task-view.js';
import { endArtifacts, findTask, followTask } from './tasks.js';

/** Events of a stream, in the form of 1.0. */
export type StreamEvents = AsyncGenerator<JsonObject, void, undefined>;

/** Largest answer in pieces that is passed on, in bytes. */
const mostBytes = 100_000_000;

/** `SendStreamingMessage`; what is refused is thrown before the first event. */
export async function streamMessage(ports: A2aPorts, context: RouteContext, params: JsonObject): Promise<StreamEvents> {
  const sending = await prepareSending(ports, context, params, true);
  const outcome = await ports.gateway.invoke(sending.call);
  if (outcome.kind === 'stream') return streamPieces(ports, sending, outcome);
  const run = await runOf(ports, outcome);
  if (run !== undefined) return streamTask(ports, { run, operation: sending.call.target?.operation }, context.signal);
  return once({ message: messageOf(ports, sending, outcome) });
}

/** `SubscribeToTask`; a task that has ended has nothing more to tell. */
export async function subscribe(ports: A2aPorts, context: RouteContext, params: JsonObject): Promise<StreamEvents> {
  const found = await findTask(ports, context, memberOf(params, 'id'));
  if (endStates.includes(found.run.state)) {
    throw a2aFailure('UNSUPPORTED_OPERATION', 'The task has ended; read it in the place of waiting for it.');
  }
  return streamTask(ports, found, context.signal);
}

async function* once(event: JsonObject): StreamEvents {
  yield event;
}

interface Watched {
  run: RunRecord;
  operation: Operation | undefined;
}

async function* streamTask(ports: A2aPorts, { run, operation }: Watched, signal: AbortSignal): StreamEvents {
  yield { task: taskOf(run, operation) };
  for await (const next of followTask(ports, run, signal)) {
    for (const artifactUpdate of endArtifacts(next, operation)) yield { artifactUpdate };
    yield { statusUpdate: statusOf(next) };
  }
}

/** An answer in pieces is a task that lives as long as its stream; every piece adds to one artifact. */
async function* streamPieces(ports: A2aPorts, sending: Sending, outcome: StreamOutcome): StreamEvents {
  const { call, sent } = sending;
  const taskId = ports.newId();
  const contextId = sent.place.contextId ?? taskId;
  const artifactId = `${taskId}-result`;
  const status = (state: string, message?: JsonObject) => ({
    state,
    timestamp: new Date(ports.clock.now()).toISOString(),
    ...(message === undefined ? {} : { message }),
  });
  yield { task: { id: taskId, contextId, status: status(taskStates.working), ...marks(call) } };
  let pending: JsonValue | undefined;
  let count = 0;
  const update = (piece: JsonValue): JsonObject => {
    const parts = partsOf(piece, call.target?.operation, sent.outputModes);
    count += 1;
    return {
      artifactUpdate: { taskId, contextId, artifact: { artifactId, parts }, append: count > 1, lastChunk: false },
    };
  };
  for await (const piece of piecesOf(outcome)) {
    if (pending !== undefined) yield update(pending);
    pending = piece;
  }
  const { failure } = await outcome.ended;
  // What stands last in a stream that broke is the error itself, and no part of the answer.
  if (failure === undefined && pending !== undefined) yield update(pending);
  const end =
    failure === undefined ? status(taskStates.completed) : status(taskStates.failed, trouble(failure, call.traceId));
  yield { statusUpdate: { taskId, contextId, status: end } };
}

function trouble(thrown: unknown, traceId: string): JsonObject {
  const { message, data } = rpcFault(toFailure(thrown), traceId);
  const [metadata = {}] = Array.isArray(data) ? data : [];
  return { messageId: traceId, role: 'ROLE_AGENT', parts: [{ text: message }], metadata };
}

async function* piecesOf({ body, mediaType }: StreamOutcome): AsyncGenerator<JsonValue, void, undefined> {
  if (mediaType === eventStreamType) {
    for await (const text of readEvents(body, { bytes: mostBytes })) if (text !== '[DONE]') yield parse(text);
    return;
  }
  const decoder = new TextDecoder();
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
