/**
 * Follows a task of an agent to its end: it is polled at increasing intervals, or when a push notification arrives.
 * The task is canceled when the caller disconnects or the time is up.
 */
import type { A2aBinding, JsonValue } from '@dragoman/model';
import { changeFailure, Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { AnswerOutcome, Call, Outcome, Target, TargetedCall, UpstreamLine } from '../../gateway/call.js';
import type { PreparedCall } from '../../gateway/prepared-call.js';
import { readAnswer } from '../../gateway/read-answer.js';
import { asFailure } from '../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../gateway/upstream.js';
import { pushRequest, taskRequest } from './call-request.js';
import type { Settled } from './call-result.js';
import { acceptedTask, settle } from './call-result.js';
import type { Conversation } from './conversation-ids.js';
import type { NotificationInbox, NotificationSubscription } from './notification-inbox.js';
import type { TaskWord } from './wire.js';
import { extraMember, memberOf, taskWord } from './wire.js';

/** Dependencies for following a task. */
export interface FollowPorts {
  /** Monotonic clock, in milliseconds. */
  elapsed: () => number;
  /** Time limit of a task in milliseconds, unless the call sets one. */
  taskMs: number;
  /** Sleeps; returns early when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Receives push notifications of agents. */
  notices: NotificationInbox;
}

/** An agent and how it is reached for one call. */
export interface Exchange {
  binding: A2aBinding;
  conversation: Conversation;
  line: UpstreamLine;
}

/** A running task. */
export interface Following extends Exchange {
  running: Extract<Settled, { kind: 'running' }>;
}

/**
 * Milliseconds between two polls of a task: short at first, longer for long-running tasks and with push
 * notifications.
 */
const pauses = { first: 50, longest: 5000, notified: 60_000 };

/** Milliseconds between two polls from which the agent is asked for notifications; short tasks end before that. */
const notifiedFrom = 150;

/** True when the agent's card declares the capability. */
export function offers({ stored }: Target, capability: 'streaming' | 'pushNotifications'): boolean {
  const kept = memberOf(stored.entry.extra, extraMember);
  const capabilities = isJsonObject(kept) ? memberOf(kept, 'capabilities') : undefined;
  return isJsonObject(capabilities) && capabilities[capability] === true;
}

/** Reads the response to a message or to a task request. */
export async function read(
  { binding, conversation, line }: Exchange,
  response: UpstreamResponse,
  call: Call,
  taskId?: string,
): Promise<Settled> {
  const answer = await readAnswer(response, call, { bytes: line.answerBytes, mayBeEmpty: false });
  return settle({ binding, conversation }, answer, taskId);
}

/** Polls until the task has ended; cancels it when the caller disconnects or the time is up. */
export async function followTask(options: FollowPorts, call: TargetedCall, following: Following): Promise<Outcome> {
  const { binding, line, running } = following;
  const { upstreamStatus } = call.facts;
  const end = options.elapsed() + (call.totalMs ?? options.taskMs);
  const question = taskRequest(binding, 'get', running.taskId);
  const mayNotify = offers(call.target, 'pushNotifications');
  let subscription: NotificationSubscription | undefined;
  let isNotified = false;
  try {
    let wait = pauses.first;
    for (let step = 0; ; step += 1) {
      if (mayNotify && subscription === undefined && wait >= notifiedFrom) {
        subscription = options.notices.open();
        isNotified = subscription !== undefined && (await registerNotifications(call, following, subscription));
      }
      call.onProgress?.({ progress: step, ...(running.said === undefined ? {} : { message: running.said }) });
      await options.pause(Math.min(wait, pauses.first), call.signal);
      const left = Math.min(wait - pauses.first, end - options.elapsed());
      if (left > 0) await (subscription?.wait(left, call.signal) ?? options.pause(left, call.signal));
      if (call.signal.aborted) throw new Failure('CANCELLED');
      if (options.elapsed() > end)
        throw new Failure('UPSTREAM_TIMEOUT', { message: 'The task did not end within the time limit.' });
      wait = Math.min(wait * 1.5, isNotified ? pauses.notified : pauses.longest);
      const response = await line.send(question, { repeatable: true }).catch(asLostTask);
      const settled = await read(following, response, call, running.taskId);
      if (settled.kind === 'done') return settled.outcome;
    }
  } catch (thrown) {
    await cancelTask(call, { binding, line, taskId: running.taskId });
    // Whether the call was executed depends on the response to its message, not on those to later requests.
    if (upstreamStatus !== undefined) call.facts.upstreamStatus = upstreamStatus;
    throw call.signal.aborted ? asFailure(thrown, call.signal) : thrown;
  } finally {
    subscription?.close();
  }
}

/** The failure to reach an agent that already works on the task. */
function asLostTask(thrown: unknown): never {
  const failure = toFailure(thrown);
  if (failure.code !== 'UPSTREAM_ERROR' && failure.code !== 'UPSTREAM_TIMEOUT') throw thrown;
  throw changeFailure(failure, { message: `${acceptedTask} ${failure.message}` });
}

/** Timeout in milliseconds for registering push notifications; without them the task is polled as usual. */
const registrationMs = 5000;

/** Maximum size of the response to the registration, in bytes. */
const registrationBytes = 65_536;

/** True when the agent will send push notifications for the task; a refusal is not a failure. */
async function registerNotifications(
  call: TargetedCall,
  { binding, line, running }: Following,
  subscription: NotificationSubscription,
): Promise<boolean> {
  try {
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(registrationMs)]);
    const response = await line.send(pushRequest(binding, running.taskId, subscription), { repeatable: true, signal });
    const { status, body } = await readAnswer(response, call, { bytes: registrationBytes, mayBeEmpty: true });
    return status < 300 && !(isJsonObject(body) && isJsonObject(memberOf(body, 'error')));
  } catch {
    return false;
  }
}

/** Timeout in milliseconds for canceling a task. */
const cancelMs = 5000;

/** Cancels a task at its agent; never throws. The record of the call says whether the agent did it. */
export async function cancelTask(
  call: TargetedCall,
  { binding, line, taskId }: Pick<Following, 'binding' | 'line'> & { taskId: string },
): Promise<void> {
  const request = taskRequest(binding, 'cancel', taskId);
  try {
    await readCancellation(
      call,
      await line.send(request, { repeatable: true, signal: AbortSignal.timeout(cancelMs) }),
      line,
    );
  } catch {
    call.facts.remoteTask = 'not canceled';
  }
}

/**
 * Cancels a task for a caller that asked for it. If the agent does not answer the cancellation, the state of its task is
 * the answer; if that cannot be read either, the first failure is thrown.
 */
export async function endTask(
  call: TargetedCall,
  { binding, conversation, line }: Exchange,
  request: PreparedCall,
): Promise<AnswerOutcome> {
  try {
    return outcomeOf(await readCancellation(call, await line.send(request), line));
  } catch (thrown) {
    const { code } = toFailure(thrown);
    if (call.signal.aborted || (code !== 'UPSTREAM_TIMEOUT' && code !== 'UPSTREAM_ERROR')) throw thrown;
    call.facts.remoteTask = 'not canceled';
    const question = taskRequest(binding, 'get', conversation.place.taskId ?? '');
    const response = await line.send(question, { repeatable: true }).catch(() => undefined);
    const found =
      response === undefined ? undefined : await readCancellation(call, response, line).catch(() => undefined);
    if (found?.state === undefined) throw thrown;
    return outcomeOf(found);
  }
}

/** The response to a cancellation, and the state of the task in it. */
interface Cancellation {
  answer: AnswerOutcome;
  state: TaskWord | undefined;
}

/** Reads whether the agent has canceled the task, and records it. */
async function readCancellation(
  call: TargetedCall,
  response: UpstreamResponse,
  { answerBytes }: UpstreamLine,
): Promise<Cancellation> {
  const { raw: _, ...answer } = await readAnswer(response, call, { bytes: answerBytes, mayBeEmpty: true });
  const state = answer.status < 300 ? stateIn(answer.body) : undefined;
  call.facts.remoteTask = state === 'canceled' ? 'canceled' : 'not canceled';
  return { answer, state };
}

/** 200 for a canceled task, or 409. */
function outcomeOf({ answer, state }: Cancellation): AnswerOutcome {
  if (state === 'canceled') return { ...answer, status: 200, body: { state } };
  return { ...answer, status: 409, body: { code: 'CONFLICT', detail: 'The agent did not cancel the task.' } };
}

/** The response to a cancellation is the task, in JSON-RPC as the result. */
function stateIn(body: JsonValue | undefined): TaskWord | undefined {
  const inner = isJsonObject(body) ? (memberOf(body, 'result') ?? body) : undefined;
  const status = isJsonObject(inner) ? memberOf(inner, 'status') : undefined;
  return isJsonObject(status) ? taskWord(memberOf(status, 'state')) : undefined;
}
