/**
 * How a skill of somebody's agent is called: its input goes as a message, and the call ends when the agent has answered
 * or its task has. A task that takes long is asked for until it ends, and is ended when its caller leaves.
 */
import type { A2aBinding } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { BindingCaller, Call, Outcome, PreparedCall, Target, UpstreamLine } from '../../gateway/call.js';
import { targetOf } from '../../gateway/call.js';
import { readAnswer } from '../../gateway/read-answer.js';
import { asFailure, eventStreamType } from '../../gateway/relay-stream.js';
import type { UpstreamResponse } from '../../gateway/upstream.js';
import { sendRequest, taskRequest } from './call-request.js';
import type { Settled } from './call-result.js';
import { settle } from './call-result.js';
import { relayEvents } from './call-stream.js';
import { extraMember, memberOf } from './wire.js';

/** What the caller of agents needs. */
export interface A2aCallerOptions {
  /** Origins under which this gateway itself is reached; an agent there would be called in circles. */
  ownOrigins: readonly string[];
  /** Makes a new id of a message. */
  newId: () => string;
  /** Milliseconds of a watch that never goes back. */
  elapsed: () => number;
  /** Milliseconds that a task has, where the call does not say. */
  taskMs: number;
  /** Waits; ends early when the signal aborts. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds between two questions about a task: short at first, longer for what takes long. */
const pauses = { first: 250, longest: 5000 };

/** Makes the way to call operations that came as skills. */
export function createA2aCaller(options: A2aCallerOptions): BindingCaller {
  return {
    kind: 'a2a',
    prepare(target, call) {
      const binding = bindingOf(target);
      refuseCircle(binding.agent, options.ownOrigins);
      const streamed = call.wantsStream && offersStreams(target);
      return sendRequest({ target, binding, call, newId: options.newId, streamed });
    },
    converse: (call, prepared, line) => converse(options, call, { prepared, line }),
  };
}

function bindingOf({ operation }: Target): A2aBinding {
  if (operation.binding.kind !== 'a2a') throw new Error('an operation of another kind was given to the A2A caller');
  return operation.binding;
}

function refuseCircle(agent: string, ownOrigins: readonly string[]): void {
  if (!URL.canParse(agent)) throw new Failure('UPSTREAM_REFUSED', { message: 'The agent has no address.' });
  const { origin } = new URL(agent);
  if (ownOrigins.some((own) => URL.canParse(own) && new URL(own).origin === origin)) {
    throw new Failure('UPSTREAM_REFUSED', { message: "The agent's address leads back to this gateway." });
  }
}

function offersStreams({ stored }: Target): boolean {
  const kept = memberOf(stored.entry.extra, extraMember);
  const capabilities = isJsonObject(kept) ? memberOf(kept, 'capabilities') : undefined;
  return isJsonObject(capabilities) && capabilities.streaming === true;
}

interface Talk {
  prepared: PreparedCall;
  line: UpstreamLine;
}

async function converse(options: A2aCallerOptions, call: Call, { prepared, line }: Talk): Promise<Outcome> {
  const binding = bindingOf(targetOf(call));
  const response = await line.send(prepared);
  if (response.mediaType === eventStreamType && response.status < 300) return relayEvents(binding, response, call);
  const first = await read(binding, response, { call, line });
  return first.kind === 'done' ? first.outcome : await followTask(options, call, { binding, line, running: first });
}

async function read(
  binding: A2aBinding,
  response: UpstreamResponse,
  { call, line }: { call: Call; line: UpstreamLine },
): Promise<Settled> {
  return settle(binding, await readAnswer(response, call, { bytes: line.answerBytes, mayBeEmpty: false }));
}

interface Following {
  binding: A2aBinding;
  line: UpstreamLine;
  running: Extract<Settled, { kind: 'running' }>;
}

/** Asks until the task has ended; whoever leaves, or runs out of time, ends it. */
async function followTask(options: A2aCallerOptions, call: Call, following: Following): Promise<Outcome> {
  const { binding, line, running } = following;
  const end = options.elapsed() + (call.totalMs ?? options.taskMs);
  const question = taskRequest(binding, 'get', running.taskId);
  try {
    let wait = pauses.first;
    for (let told = 0; ; told += 1) {
      call.onProgress?.({ progress: told, ...(running.said === undefined ? {} : { message: running.said }) });
      await options.pause(wait, call.signal);
      if (call.signal.aborted) throw new Failure('CANCELLED');
      if (options.elapsed() > end) throw new Failure('UPSTREAM_TIMEOUT', { message: 'The task took too long.' });
      wait = Math.min(wait * 1.5, pauses.longest);
      const settled = await read(binding, await line.send(question, { repeatable: true }), { call, line });
      if (settled.kind === 'done') return settled.outcome;
    }
  } catch (thrown) {
    await cancelTask(following);
    throw call.signal.aborted ? asFailure(thrown, call.signal) : thrown;
  }
}

/** Milliseconds for the word that a task is not wanted any more; whether it is heard changes nothing here. */
const cancelMs = 5000;

async function cancelTask({ binding, line, running }: Following): Promise<void> {
  const request = taskRequest(binding, 'cancel', running.taskId);
  await line.send(request, { repeatable: true, signal: AbortSignal.timeout(cancelMs) }).then(
    ({ body }) => body.cancel().catch(() => undefined),
    () => undefined,
  );
}
