/**
 * A task that an agent works on, followed to its end: it is asked for again and again, at longer and longer intervals,
 * or when the agent tells that it has changed. Whoever leaves, or runs out of time, ends it.
 */
import type { A2aBinding } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Call, Outcome, Target, TargetedCall, UpstreamLine } from '../../gateway/call.js';
import { readAnswer } from '../../gateway/read-answer.js';
import { asFailure } from '../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../gateway/upstream.js';
import { pushRequest, taskRequest } from './call-request.js';
import type { Settled } from './call-result.js';
import { settle } from './call-result.js';
import type { NoticeDesk, NoticePlace } from './notice-desk.js';
import { extraMember, memberOf } from './wire.js';

/** What following a task needs. */
export interface FollowPorts {
  /** Milliseconds of a watch that never goes back. */
  elapsed: () => number;
  /** Milliseconds that a task has, where the call does not say. */
  taskMs: number;
  /** Waits; ends early when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Where agents tell of their tasks. */
  notices: NoticeDesk;
}

/** A task on its way. */
export interface Following {
  binding: A2aBinding;
  line: UpstreamLine;
  running: Extract<Settled, { kind: 'running' }>;
}

/** Milliseconds between two questions about a task: short at first, longer for what takes long or is told of. */
const pauses = { first: 250, longest: 5000, told: 60_000 };

/** True when the agent's card says that it can do so. */
export function offers({ stored }: Target, capability: 'streaming' | 'pushNotifications'): boolean {
  const kept = memberOf(stored.entry.extra, extraMember);
  const capabilities = isJsonObject(kept) ? memberOf(kept, 'capabilities') : undefined;
  return isJsonObject(capabilities) && capabilities[capability] === true;
}

/** Reads what an agent answered to a message or to a question about a task. */
export async function read(
  binding: A2aBinding,
  response: UpstreamResponse,
  { call, line }: { call: Call; line: UpstreamLine },
): Promise<Settled> {
  return settle(binding, await readAnswer(response, call, { bytes: line.answerBytes, mayBeEmpty: false }));
}

/** Asks until the task has ended; whoever leaves, or runs out of time, ends it. */
export async function followTask(options: FollowPorts, call: TargetedCall, following: Following): Promise<Outcome> {
  const { binding, line, running } = following;
  const end = options.elapsed() + (call.totalMs ?? options.taskMs);
  const question = taskRequest(binding, 'get', running.taskId);
  const place = offers(call.target, 'pushNotifications') ? options.notices.open() : undefined;
  try {
    const isTold = place !== undefined && (await askToBeTold(call, following, place));
    let wait = pauses.first;
    for (let told = 0; ; told += 1) {
      call.onProgress?.({ progress: told, ...(running.said === undefined ? {} : { message: running.said }) });
      await options.pause(Math.min(wait, pauses.first), call.signal);
      const left = Math.min(wait - pauses.first, end - options.elapsed());
      if (left > 0) await (place?.wait(left, call.signal) ?? options.pause(left, call.signal));
      if (call.signal.aborted) throw new Failure('CANCELLED');
      if (options.elapsed() > end) throw new Failure('UPSTREAM_TIMEOUT', { message: 'The task took too long.' });
      wait = Math.min(wait * 1.5, isTold ? pauses.told : pauses.longest);
      const settled = await read(binding, await line.send(question, { repeatable: true }), { call, line });
      if (settled.kind === 'done') return settled.outcome;
    }
  } catch (thrown) {
    await cancelTask({ binding, line, taskId: running.taskId });
    throw call.signal.aborted ? asFailure(thrown, call.signal) : thrown;
  } finally {
    place?.close();
  }
}

/** Milliseconds for the wish to be told of a task; without it the task is asked for as before. */
const wishMs = 5000;

/** Largest answer to that wish, in bytes. */
const wishBytes = 65_536;

/** True when the agent will tell of the task; one that will not is no failure. */
async function askToBeTold(
  call: TargetedCall,
  { binding, line, running }: Following,
  place: NoticePlace,
): Promise<boolean> {
  try {
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(wishMs)]);
    const response = await line.send(pushRequest(binding, running.taskId, place), { repeatable: true, signal });
    const { status, body } = await readAnswer(response, call, { bytes: wishBytes, mayBeEmpty: true });
    return status < 300 && !(isJsonObject(body) && isJsonObject(memberOf(body, 'error')));
  } catch {
    return false;
  }
}

/** Milliseconds for the word that a task is not wanted any more; whether it is heard changes nothing here. */
const cancelMs = 5000;

/** Ends a task at its agent; one that does not hear of it is no failure. */
export async function cancelTask({
  binding,
  line,
  taskId,
}: Pick<Following, 'binding' | 'line'> & { taskId: string }): Promise<void> {
  const request = taskRequest(binding, 'cancel', taskId);
  await line.send(request, { repeatable: true, signal: AbortSignal.timeout(cancelMs) }).then(
    ({ body }) => body.cancel().catch(() => undefined),
    () => undefined,
  );
}
