/**
 * Converts agent responses for the gateway: a message or an ended task becomes the operation's output, a refusal
 * becomes a response with the matching status, and a running task is reported as running.
 */
import type { A2aBinding, FailureCode, JsonObject, JsonValue } from '@dragoman/model';
import { Failure, failures, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome } from '../../gateway/call.js';
import { withFiles } from '../../gateway/media.js';
import type { Conversation } from './conversation-ids.js';
import { remoteId, unusableId } from './conversation-ids.js';
import type { ReportedFailure } from './error-details.js';
import { readErrorInfo } from './error-details.js';
import type { PartContent } from './message-parts.js';
import { readParts } from './message-parts.js';
import type { TaskWord } from './wire.js';
import { memberOf, taskWord, textOf } from './wire.js';

/** The interpretation of a result. */
export type Settled =
  | { kind: 'done'; outcome: AnswerOutcome }
  | { kind: 'running'; taskId: string; state: TaskWord; said?: string };

/** How responses are read: the interface of the agent, and the ids of the call. */
export interface Reading {
  binding: A2aBinding;
  conversation: Conversation;
}

/** States in which an agent waits for input. */
export const waiting: readonly TaskWord[] = ['input-required', 'auth-required'];

/** Interprets the response to a message, or to a request about the task with this id. */
export function settle(reading: Reading, answer: AnswerOutcome, taskId?: string): Settled {
  const { binding } = reading;
  const body = answer.body;
  const error = isJsonObject(body) ? memberOf(body, 'error') : undefined;
  if (answer.status >= 300 || isJsonObject(error)) {
    if (taskId !== undefined) throw unreadableTask(answer, error);
    return { kind: 'done', outcome: refusalOf(answer, error) };
  }
  const result = isWrapped(binding) && isJsonObject(body) ? memberOf(body, 'result') : body;
  const { message, task } = unwrap(result);
  if (message !== undefined && taskId === undefined)
    return done(reading, answer, readParts(message.parts), { message });
  if (task === undefined) throw unusable('neither a message nor a task');
  if (taskId !== undefined && memberOf(task, 'id') !== taskId) throw unusable('another task than the requested one');
  return settleTask(reading, answer, task);
}

/** True when a result is a member of the response, as in JSON-RPC; the other bindings return it itself. */
export function isWrapped({ transport }: A2aBinding): boolean {
  return transport === undefined;
}

/** 1.0 names the kind by a member around it, 0.3 by a member inside; a task request returns the task itself. */
function unwrap(result: JsonValue | undefined): { message?: JsonObject; task?: JsonObject } {
  if (!isJsonObject(result)) return {};
  const { message, task, kind } = result;
  if (isJsonObject(message)) return { message };
  if (isJsonObject(task)) return { task };
  if (kind === 'message' || Array.isArray(result.parts)) return { message: result };
  return kind === 'task' || isJsonObject(result.status) ? { task: result } : {};
}

function settleTask(reading: Reading, answer: AnswerOutcome, task: JsonObject): Settled {
  const status = memberOf(task, 'status');
  const state = isJsonObject(status) ? taskWord(status.state) : undefined;
  const said = isJsonObject(status) && isJsonObject(status.message) ? readParts(status.message.parts) : undefined;
  if (state === undefined) throw unusable('a task without a known state');
  if (state === 'completed') return done(reading, answer, contentOfTask(task, said), { task, state });
  if (waiting.includes(state)) {
    if (reading.binding.structured === true)
      return { kind: 'done', outcome: refuse(answer, faultOfTask(state, task, said)) };
    if (remoteId(memberOf(task, 'id')) === undefined) throw unusable(unusableId);
    return done(reading, answer, said ?? contentOfTask(task), { task, state });
  }
  if (state === 'submitted' || state === 'working') {
    const taskId = remoteId(memberOf(task, 'id'));
    if (taskId === undefined) throw unusable(unusableId);
    return { kind: 'running', taskId, state, ...(said?.text === undefined ? {} : { said: said.text }) };
  }
  return { kind: 'done', outcome: refuse(answer, faultOfTask(state, task, said)) };
}

/** The output of a task: its artifacts, or the final status message if there are none. */
export function contentOfTask(task: JsonObject, said?: PartContent): PartContent {
  const artifacts = memberOf(task, 'artifacts');
  const parts = (Array.isArray(artifacts) ? artifacts : []).flatMap((artifact) =>
    isJsonObject(artifact) && Array.isArray(artifact.parts) ? artifact.parts : [],
  );
  return parts.length === 0 && said !== undefined ? said : readParts(parts);
}

interface Around {
  message?: JsonObject;
  task?: JsonObject;
  state?: TaskWord;
}

/** The output of an operation; with a schema it is the structured value itself. */
function outputOf({ binding, conversation }: Reading, content: PartContent, around: Around): JsonValue | undefined {
  const { text, data, files } = content;
  if (binding.structured === true) return data[0] ?? text;
  const contextId = remoteId(memberOf(around.task ?? around.message ?? {}, 'contextId'));
  const taskId = remoteId(memberOf(around.task ?? {}, 'id'));
  return {
    ...(text === undefined ? {} : { text }),
    ...(data.length === 0 ? {} : { data }),
    ...(files.length === 0 ? {} : { files }),
    state: around.state ?? 'completed',
    ...(contextId === undefined ? {} : { context_id: conversation.showContext(contextId) }),
    ...(taskId === undefined ? {} : { task_id: conversation.showTask(taskId) }),
  };
}

function done(
  reading: Reading,
  { raw: _, body: __, ...answer }: AnswerOutcome,
  content: PartContent,
  around: Around,
): Settled {
  const body = outputOf(reading, content, around);
  const outcome: AnswerOutcome = { ...answer, status: 200, ...(body === undefined ? {} : { body }) };
  return { kind: 'done', outcome: withFiles(outcome, content.files) };
}

function unusable(what: string): Failure {
  return new Failure('UPSTREAM_ERROR', { message: `The agent returned ${what}.` });
}

/**
 * The agent has accepted the task and does not say how it is. Whatever its reason, such as that it has no such task or
 * too many requests, the message may not be sent again: that would start the work a second time.
 */
function unreadableTask({ status }: AnswerOutcome, error: JsonValue | undefined): Failure {
  const said = isJsonObject(error) ? faultOfError(error).detail : `HTTP status ${status}`;
  return new Failure('UPSTREAM_ERROR', { message: `${acceptedTask} The agent refused to return it.`, said });
}

/** Begins the messages of calls whose task was accepted and then lost. */
export const acceptedTask = 'The agent accepted the task, but its state could not be read.';

/** Why a call failed, as reported by the agent. */
export interface CallFault {
  code: FailureCode;
  detail: string;
  /** Seconds. */
  retryAfter?: number;
  /** True when the agent says that the same call may be retried. */
  isSafe?: boolean;
}

/** Why a task failed; an error code sent by the agent is kept. */
export function faultOfTask(state: TaskWord, task: JsonObject, said?: PartContent): CallFault {
  const status = memberOf(task, 'status');
  const message = isJsonObject(status) ? memberOf(status, 'message') : undefined;
  const info = readErrorInfo(isJsonObject(message) ? memberOf(message, 'metadata') : undefined);
  const usual = state === 'failed' && info.isFinal !== true ? 'UPSTREAM_ERROR' : 'CONFLICT';
  const detail = said?.text ?? `The task ended as '${state}'.`;
  return { code: info.code ?? usual, detail, ...afterOf(info) };
}

function afterOf({ retryAfter, isSafe }: ReportedFailure): Pick<CallFault, 'retryAfter' | 'isSafe'> {
  return { ...(retryAfter === undefined ? {} : { retryAfter }), ...(isSafe === true ? { isSafe } : {}) };
}

const rpcMeanings: Readonly<Record<number, FailureCode>> = {
  [-32700]: 'INVALID_INPUT',
  [-32600]: 'INVALID_INPUT',
  [-32602]: 'INVALID_INPUT',
  [-32601]: 'CONFLICT',
  [-32001]: 'NOT_FOUND',
  [-32002]: 'CONFLICT',
  [-32004]: 'CONFLICT',
  [-32005]: 'CONFLICT',
  [-32008]: 'CONFLICT',
  [-32009]: 'CONFLICT',
};

/** Interprets an error of JSON-RPC or `google.rpc.Status`. */
export function faultOfError(error: JsonObject): CallFault {
  const info = infoOf(error);
  const number = memberOf(error, 'code');
  const meant = typeof number === 'number' ? rpcMeanings[number] : undefined;
  const detail = textOf(memberOf(error, 'message'), 2000) ?? 'The agent refused the call without giving a reason.';
  const code = info.code ?? meant ?? (info.isFinal === true ? 'CONFLICT' : 'UPSTREAM_ERROR');
  return { code, detail, ...afterOf(info) };
}

function infoOf(error: JsonObject): ReportedFailure {
  return readErrorInfo(memberOf(error, 'data') ?? memberOf(error, 'details'));
}

function refusalOf(answer: AnswerOutcome, error: JsonValue | undefined): AnswerOutcome {
  if (!isJsonObject(error)) return answer;
  const trouble = faultOfError(error);
  if (infoOf(error).code === undefined && answer.status >= 300) {
    return { ...answer, body: { detail: trouble.detail, error } };
  }
  return refuse(answer, trouble);
}

function refuse({ raw: _, ...answer }: AnswerOutcome, { code, detail, retryAfter, isSafe }: CallFault): AnswerOutcome {
  const { status, retryable } = failures[code];
  return {
    ...answer,
    status,
    headers: { ...answer.headers, ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }) },
    body: { code, detail, retryable },
    content: [{ type: 'text', text: detail }],
    ...(isSafe === true ? { outcomeUnknown: false } : {}),
  };
}
