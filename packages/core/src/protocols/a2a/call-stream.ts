/**
 * Converts an agent's event stream to the stream that callers get: one JSON event for each addition. The protocol
 * envelope is removed. A task that fails midway is reported as an error, and so is a stream that ends before its
 * task. The task is canceled when the reader disconnects.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { StreamOutcome, TargetedCall } from '../../gateway/call.js';
import { passOnHeaders } from '../../gateway/read-answer.js';
import { eventStreamType, relayStream } from '../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../gateway/upstream.js';
import { readEvents } from '../../transport/event-stream.js';
import type { CallFault, Reading } from './call-result.js';
import { contentOfTask, faultOfError, faultOfTask, isWrapped, waiting } from './call-result.js';
import type { Conversation } from './conversation-ids.js';
import { remoteId, unusableId } from './conversation-ids.js';
import type { PartContent } from './message-parts.js';
import { readParts } from './message-parts.js';
import type { StartSignal } from './start-signal.js';
import type { TaskWord } from './wire.js';
import { memberOf, taskWord } from './wire.js';

/** Maximum size of a relayed stream, in bytes. */
const maxBytes = 100_000_000;

/** What the stream of a call is built from. */
export interface StreamParts extends Reading {
  response: UpstreamResponse;
  /** Signal of the request, which outlives the call until the task is known. */
  start: StartSignal;
  /** Cancels the task with this id at the agent. */
  endTask: (taskId: string) => Promise<void>;
}

/** The stream of a call, without protocol envelopes. */
export function relayEvents(parts: StreamParts, call: TargetedCall): StreamOutcome {
  const { response } = parts;
  const body = toStream(pieces(parts), parts.start);
  const relayed = relayStream({ ...response, body, mediaType: eventStreamType }, call);
  return {
    kind: 'stream',
    status: 200,
    mediaType: eventStreamType,
    headers: passOnHeaders(response.headers),
    ...relayed,
  };
}

function toStream(texts: AsyncGenerator<string, void, undefined>, start: StartSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isStarted = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isStarted = true;
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(`data: ${value}\n\n`));
      },
      async cancel() {
        start.leave();
        // A generator that never ran would end without canceling the task.
        if (!isStarted) await texts.next().catch(() => undefined);
        await texts.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** State of a stream. */
interface Progress {
  taskId?: string;
  /** True when no more events are expected: after a message, the end of a task, or a question of the agent. */
  isOver: boolean;
}

async function* pieces(parts: StreamParts): AsyncGenerator<string, void, undefined> {
  const { response, start, endTask } = parts;
  const progress: Progress = { isOver: false };
  try {
    for await (const text of readEvents(response.body, { bytes: maxBytes })) {
      const piece = readEvent(parts, parse(text), progress);
      if (progress.taskId !== undefined || progress.isOver) start.release();
      if (piece !== undefined) yield JSON.stringify(piece);
    }
    if (!progress.isOver) {
      throw new Failure('UPSTREAM_ERROR', { message: 'The agent ended its stream before it had answered.' });
    }
  } finally {
    if (!progress.isOver && progress.taskId !== undefined) await endTask(progress.taskId);
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new Failure('UPSTREAM_ERROR', { message: 'The agent sent a stream event that is not valid JSON.', cause });
  }
}

/** The addition of one event; undefined when it has no content for the caller. */
function readEvent(reading: Reading, event: JsonValue, progress: Progress): JsonValue | undefined {
  const { binding, conversation } = reading;
  const wrapped = isJsonObject(event) ? event : {};
  const error = memberOf(wrapped, 'error');
  if (isJsonObject(error)) throw failureOf(faultOfError(error));
  const result = isWrapped(binding) ? memberOf(wrapped, 'result') : wrapped;
  if (!isJsonObject(result)) return undefined;
  const added = contentOf(result);
  const { state, content } = added;
  requireOwn(added, progress);
  const isFirst = progress.taskId === undefined && added.taskId !== undefined;
  if (added.taskId !== undefined) progress.taskId ??= added.taskId;
  if (added.isLast || (state !== undefined && state !== 'submitted' && state !== 'working')) progress.isOver = true;
  if (state === 'failed' || state === 'rejected' || state === 'canceled') throw failureOf(added.fault(state));
  const waits = state !== undefined && waiting.includes(state);
  if (binding.structured === true) {
    if (waits) throw failureOf(added.fault(state));
    return content.data[0] ?? content.text;
  }
  const { text, data, files } = content;
  // Report the task ids once, and again when the agent waits for input.
  if (text === undefined && data.length + files.length === 0 && !isFirst && !waits) return undefined;
  return {
    ...(text === undefined ? {} : { text }),
    ...(data.length === 0 ? {} : { data }),
    ...(files.length === 0 ? {} : { files }),
    ...(state === undefined ? {} : { state }),
    ...(isFirst || waits ? placeOf(conversation, added) : {}),
  };
}

/** Throws for an event of another task than that of the stream: it may be that of another caller. */
function requireOwn({ taskId }: EventContent, progress: Progress): void {
  if (taskId === undefined || progress.taskId === undefined || taskId === progress.taskId) return;
  throw new Failure('UPSTREAM_ERROR', {
    message: 'The agent sent an event of another task on the stream of the call.',
  });
}

function failureOf({ code, detail, retryAfter }: CallFault): Failure {
  return new Failure(code, {
    message: 'The service reported an error.',
    said: detail,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

function placeOf(conversation: Conversation, { contextId, taskId }: EventContent): JsonObject {
  return {
    ...(contextId === undefined ? {} : { context_id: conversation.showContext(contextId) }),
    ...(taskId === undefined ? {} : { task_id: conversation.showTask(taskId) }),
  };
}

interface EventContent {
  content: PartContent;
  state?: TaskWord;
  contextId?: string;
  taskId?: string;
  isLast: boolean;
  /** Why the task did not succeed. */
  fault: (state: TaskWord) => CallFault;
}

/** Reads events of both revisions: a message, a task, a new state, part of an artifact. */
function contentOf(result: JsonObject): EventContent {
  const { kind } = result;
  const message = pick(result, 'message', kind === 'message');
  const task = pick(result, 'task', kind === 'task');
  const piece = pick(result, 'artifactUpdate', kind === 'artifact-update');
  const update = pick(result, 'statusUpdate', kind === 'status-update') ?? task;
  const inner = message ?? update ?? piece ?? {};
  const status = memberOf(inner, 'status');
  const state = isJsonObject(status) ? taskWord(status.state) : undefined;
  const said = isJsonObject(status) && isJsonObject(status.message) ? readParts(status.message.parts) : undefined;
  const artifact = piece === undefined ? undefined : memberOf(piece, 'artifact');
  const contextId = remoteId(memberOf(inner, 'contextId'));
  const taskId = message === undefined ? taskIdOf(memberOf(inner, task === undefined ? 'taskId' : 'id')) : undefined;
  const content = message ?? (isJsonObject(artifact) ? artifact : undefined);
  return {
    content: content === undefined ? contentOfTask(inner, said) : readParts(content.parts),
    ...(state === undefined ? {} : { state }),
    ...(contextId === undefined ? {} : { contextId }),
    ...(taskId === undefined ? {} : { taskId }),
    isLast: message !== undefined || inner.final === true,
    fault: (end) => faultOfTask(end, inner, said),
  };
}

/** The id of the task of an event, if it names one. */
function taskIdOf(id: JsonValue | undefined): string | undefined {
  const taskId = remoteId(id);
  if (taskId !== undefined || id === undefined || id === '') return taskId;
  throw new Failure('UPSTREAM_ERROR', { message: `The agent sent an event of ${unusableId}.` });
}

function pick(result: JsonObject, name: string, isIt: boolean): JsonObject | undefined {
  const member = memberOf(result, name);
  if (isJsonObject(member)) return member;
  return isIt ? result : undefined;
}
