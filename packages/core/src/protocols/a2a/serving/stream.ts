/** Event streams for one reader: a streamed response as a working task, and the changes of a background task. */
import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject, toFailure } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import { endStates } from '../../../catalogue/runs.js';
import type { StreamOutcome } from '../../../gateway/call.js';
import { eventStreamType } from '../../../gateway/relay-stream.js';
import { readEvents } from '../../../transport/event-stream.js';
import type { RouteContext } from '../../../transport/route.js';
import { waiting } from '../call-result.js';
import type { A2aPorts } from '../ports.js';
import type { MessagePlace } from '../skill-schemas.js';
import { contentOfOutput, takesMessages } from '../skill-schemas.js';
import type { TaskWord } from '../wire.js';
import { memberOf, taskStates, taskWord, textOf } from '../wire.js';
import { a2aFailure, rpcFault } from './faults.js';
import type { Sending } from './prepare-sending.js';
import { prepareSending } from './prepare-sending.js';
import { marks, runOf, storeResult, storeRun, toResult } from './send-message.js';
import { askedIn, partsOf, statusOf, taskOf } from './task-view.js';
import { endArtifacts, findTask, findWaitingTask, followTask } from './tasks.js';
import { isWaiting, showWaitingTask } from './waiting-tasks.js';

/** Events of a stream, in the form of 1.0. */
export type StreamEvents = AsyncGenerator<JsonObject, void, undefined>;

/** Maximum size of a streamed response, in bytes. */
const maxBytes = 100_000_000;

/** `SendStreamingMessage`; refusals are thrown before the first event. */
export async function streamMessage(ports: A2aPorts, context: RouteContext, params: JsonObject): Promise<StreamEvents> {
  const sending = await prepareSending(ports, context, params, true);
  if ('question' in sending) return once({ task: sending.question });
  const outcome = await ports.gateway.invoke(sending.call);
  if (outcome.kind === 'stream') return streamPieces(ports, context, sending, outcome);
  const run = await runOf(ports, outcome);
  if (run !== undefined && sending.task !== undefined) await storeRun(ports, context, sending.task, run);
  if (run !== undefined) return streamTask(ports, { run, operation: sending.call.target?.operation }, context.signal);
  return once(await toResult(ports, context, sending, outcome));
}

/** `SubscribeToTask`; rejects tasks that have ended. */
export async function subscribe(ports: A2aPorts, context: RouteContext, params: JsonObject): Promise<StreamEvents> {
  const stored = await findWaitingTask(ports, context, memberOf(params, 'id'));
  // A task that waits for its sender changes only by a message of the sender.
  if (stored !== undefined && isWaiting(stored)) return once({ task: showWaitingTask(stored) });
  const found = stored === undefined ? await findTask(ports, context, memberOf(params, 'id')) : undefined;
  if (found !== undefined && askedIn(found.run) !== undefined)
    return once({ task: taskOf(found.run, found.operation) });
  if (found === undefined || endStates.includes(found.run.state)) {
    throw a2aFailure('UNSUPPORTED_OPERATION', 'The task has ended; read it instead of subscribing to it.');
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
    yield { statusUpdate: statusOf(next, operation) };
  }
}

/**
 * A streamed response is a task that lives as long as its stream; its pieces are added to one artifact, except what a
 * remote agent reports while it works, which stays a status. If the agent has a task of its own, the stream uses its
 * ids, so that a question of the agent can be answered under them.
 */
async function* streamPieces(
  ports: A2aPorts,
  context: RouteContext,
  sending: Sending,
  outcome: StreamOutcome,
): StreamEvents {
  const { call, sent } = sending;
  const handedOn = call.target !== undefined && takesMessages(call.target.operation);
  const pieces = piecesOf(outcome);
  const first = await pieces.next();
  const remote = handedOn && first.done !== true ? placeIn(first.value) : {};
  const taskId = sending.task?.id ?? remote.taskId ?? ports.newId();
  const contextId = sending.task?.contextId ?? remote.contextId ?? sent.place.contextId ?? taskId;
  const status = (state: string, message?: JsonObject) => ({
    state,
    timestamp: new Date(ports.clock.now()).toISOString(),
    ...(message === undefined ? {} : { message }),
  });
  yield { task: { id: taskId, contextId, status: status(taskStates.working), ...marks(call) } };
  let pending = first.done === true || (handedOn && isEmpty(first.value)) ? undefined : first.value;
  let count = 0;
  const partsIn = (piece: JsonValue) => partsOf(piece, call.target?.operation, { modes: sent.outputModes });
  const isProgress = (piece: JsonValue) => handedOn && stateIn(piece, atWork) !== undefined;
  const said = (piece: JsonValue): JsonObject => {
    return { messageId: ports.newId(), contextId, taskId, role: 'ROLE_AGENT', parts: partsIn(piece) };
  };
  const update = (piece: JsonValue): JsonObject => {
    if (isProgress(piece)) {
      return { statusUpdate: { taskId, contextId, status: status(taskStates.working, said(piece)) } };
    }
    count += 1;
    const artifact = { artifactId: `${taskId}-result`, parts: partsIn(piece) };
    return { artifactUpdate: { taskId, contextId, artifact, append: count > 1, lastChunk: false } };
  };
  for await (const piece of pieces) {
    if (pending !== undefined) yield update(pending);
    // Progress never ends a stream, so it is passed on at once.
    if (isProgress(piece)) yield update(piece);
    pending = isProgress(piece) ? undefined : piece;
  }
  const { failure } = await outcome.ended;
  const waits = handedOn && failure === undefined ? stateIn(pending ?? null, waiting) : undefined;
  // The last piece of a failed stream is the error itself, and a question is not part of the artifact.
  if (failure === undefined && pending !== undefined && waits === undefined) yield update(pending);
  if (failure === undefined && (waits !== undefined || sending.task !== undefined)) {
    const asked = waits === undefined ? undefined : { taskId, contextId, ...remote, state: waits };
    const parts = waits === undefined ? [{ text: 'The result was streamed.' }] : partsIn(pending ?? null);
    await storeResult(ports, context, { ...sending, asked, parts });
  }
  const end =
    failure !== undefined
      ? status(taskStates.failed, trouble(failure, call.traceId))
      : waits !== undefined
        ? status(taskStates[waits], said(pending ?? null))
        : status(taskStates.completed);
  yield { statusUpdate: { taskId, contextId, status: end } };
}

/** The agent's own ids, if the piece contains them. */
function placeIn(piece: JsonValue): MessagePlace {
  const contextId = isJsonObject(piece) ? textOf(memberOf(piece, 'context_id'), 200) : undefined;
  const taskId = isJsonObject(piece) ? textOf(memberOf(piece, 'task_id'), 200) : undefined;
  return { ...(contextId === undefined ? {} : { contextId }), ...(taskId === undefined ? {} : { taskId }) };
}

/** True for a piece that contains only the state of the task. */
function isEmpty(piece: JsonValue): boolean {
  const { text, data, files } = contentOfOutput(piece);
  return text === undefined && data.length + files.length === 0 && stateIn(piece, waiting) === undefined;
}

/** States of a task whose messages are progress and not part of its result. */
const atWork: readonly TaskWord[] = ['submitted', 'working'];

/** The state of the agent's task that the piece reports, if it is one of these. */
function stateIn(piece: JsonValue, states: readonly TaskWord[]): TaskWord | undefined {
  const state = isJsonObject(piece) ? taskWord(memberOf(piece, 'state')) : undefined;
  return state !== undefined && states.includes(state) ? state : undefined;
}

function trouble(thrown: unknown, traceId: string): JsonObject {
  const { message, data } = rpcFault(toFailure(thrown), traceId);
  const [metadata = {}] = Array.isArray(data) ? data : [];
  return { messageId: traceId, role: 'ROLE_AGENT', parts: [{ text: message }], metadata };
}

async function* piecesOf({ body, mediaType }: StreamOutcome): AsyncGenerator<JsonValue, void, undefined> {
  if (mediaType === eventStreamType) {
    for await (const text of readEvents(body, { bytes: maxBytes })) if (text !== '[DONE]') yield parse(text);
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
