/**
 * Tasks of MCP servers: a server may answer `tools/call` with a task instead of a result. Revision 2025-11-25 does so on
 * request (`tasks/get`, then `tasks/result`), the tasks extension of 2026-07-28 as the server decides (`tasks/get` has
 * the result, `tasks/update` takes answers). The task is polled to its end, and canceled when nobody waits for it.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, toFailure } from '@dragoman/model';
import type { Cancellation } from '../../../gateway/call.js';
import { mcpCodes, memberOf, tasksExtension } from '../wire.js';
import type { LinkAnswer, LinkRequest } from './mcp-link.js';
import { answerOf } from './mcp-link.js';
import { requiresTasks } from './read-result.js';
import type { QuestionRelay } from './relay-questions.js';

/** Capabilities of a client that takes tasks, in the stateless revision. */
export function withTasks(capabilities: JsonObject): JsonObject {
  return { ...capabilities, extensions: { [tasksExtension]: {} } };
}

/** True for the refusal of a server that answers this call only with a task. */
export function needsTasks(answer: LinkAnswer): boolean {
  if (answer.kind !== 'error' || answer.error.code !== mcpCodes.capabilityMissing) return false;
  const { data } = answer.error;
  return isJsonObject(data) && isJsonObject(data.requiredCapabilities) && requiresTasks(data.requiredCapabilities);
}

/** A task that was created. */
export interface UpstreamTask {
  taskId: string;
  /** True for a task of the extension. */
  modern: boolean;
  /** Milliseconds between two polls that the server asks for. */
  pollMs?: number;
}

/** Maximum characters of a task id, which is sent in a header. */
const maxIdLength = 512;

/** The task in a result; undefined for any other result. Throws for a task without a usable id. */
export function taskIn(answer: LinkAnswer): UpstreamTask | undefined {
  if (answer.kind !== 'result') return undefined;
  const { result } = answer;
  const modern = memberOf(result, 'resultType') === 'task';
  const task = modern ? result : memberOf(result, 'task');
  // A result has content; in the 2025 revision only the member distinguishes a task.
  if (!isJsonObject(task) || (!modern && Object.hasOwn(result, 'content'))) return undefined;
  const taskId = memberOf(task, 'taskId');
  if (typeof taskId !== 'string' || taskId === '' || taskId.length > maxIdLength) {
    throw new Failure('UPSTREAM_ERROR', { message: 'The server sent a task without a usable id.' });
  }
  const pollMs = memberOf(task, modern ? 'pollIntervalMs' : 'pollInterval');
  return { taskId, modern, ...(typeof pollMs === 'number' ? { pollMs } : {}) };
}

/** The task as it is stored with a background call. */
export function writeTask({ taskId, modern, pollMs }: UpstreamTask): JsonObject {
  return { taskId, modern, ...(pollMs === undefined ? {} : { pollMs }) };
}

/** A stored task. */
export function readTask({ taskId, modern, pollMs }: JsonObject): UpstreamTask {
  return {
    taskId: String(taskId),
    modern: modern === true,
    ...(typeof pollMs === 'number' ? { pollMs } : {}),
  };
}

/** How a task is followed. */
export interface Following {
  /** Sends a request to the server. */
  ask: (request: LinkRequest) => Promise<LinkAnswer>;
  relay: QuestionRelay;
  cancellation: Cancellation;
  onProgress?: ((progress: JsonObject) => void) | undefined;
  /** Monotonic clock, in milliseconds. */
  elapsed: () => number;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Time limit of the task in milliseconds. */
  totalMs: number;
}

/** Milliseconds between two polls: the server's wish within bounds, otherwise short at first. */
const pauses = { first: 250, least: 100, longest: 5000 };

/** Polls in a row that may fail before the task is given up. */
const maxFailedPolls = 5;

/** Follows the task to its end and returns its result; cancels it when the caller leaves or the time is up. */
export async function followTask(task: UpstreamTask, following: Following): Promise<LinkAnswer> {
  const { cancellation, elapsed, pause, totalMs, onProgress } = following;
  const end = elapsed() + totalMs;
  let wait = pauses.first;
  try {
    for (let step = 0; ; step += 1) {
      const state = await pollTask(task, following);
      const { status, statusMessage } = state;
      if (status === 'completed' || status === 'failed' || status === 'cancelled' || status === 'input_required') {
        const answer = await takeResult(task, state, following);
        if (answer !== undefined) return answer;
      }
      onProgress?.({ progress: step, ...(typeof statusMessage === 'string' ? { message: statusMessage } : {}) });
      if (elapsed() > end) {
        throw new Failure('UPSTREAM_TIMEOUT', { message: 'The task did not end within the time limit.' });
      }
      const { pollMs = wait } = task;
      await pause(Math.min(Math.max(pollMs, pauses.least), pauses.longest), cancellation.signal);
      if (cancellation.signal.aborted) throw new Failure('CANCELLED');
      wait = Math.min(wait * 1.5, pauses.longest);
    }
  } catch (thrown) {
    const { code } = toFailure(thrown);
    if (code === 'CANCELLED' || code === 'UPSTREAM_TIMEOUT') await cancelTask(task, following);
    throw thrown;
  }
}

/** The state of the task; a server that cannot be reached for a moment is asked again. */
async function pollTask({ taskId }: UpstreamTask, { ask, cancellation, pause }: Following): Promise<JsonObject> {
  for (let failed = 1; ; failed += 1) {
    try {
      const answer = await ask({ method: 'tasks/get', params: { taskId }, repeatable: true });
      if (answer.kind === 'error') throw lostTask(answer.error.message);
      if (memberOf(answer.result, 'taskId') !== taskId) {
        throw new Failure('UPSTREAM_ERROR', { message: 'The server answered with another task.', retryable: false });
      }
      return answer.result;
    } catch (thrown) {
      const { row } = toFailure(thrown);
      if (!row.retryable || failed >= maxFailedPolls || cancellation.signal.aborted) throw thrown;
      await pause(pauses.first * 2 ** failed, cancellation.signal);
    }
  }
}

function lostTask(said: string): Failure {
  return new Failure('UPSTREAM_ERROR', {
    message: 'The server does not know its task any more.',
    said,
    retryable: false,
  });
}

/** The result of a task that has ended; undefined when it continues with the answers of the client. */
async function takeResult(
  task: UpstreamTask,
  state: JsonObject,
  { ask, relay }: Following,
): Promise<LinkAnswer | undefined> {
  const { taskId, modern } = task;
  if (state.status === 'cancelled') {
    throw new Failure('UPSTREAM_ERROR', { message: 'The service canceled the task.', retryable: false });
  }
  if (!modern) return ask({ method: 'tasks/result', params: { taskId }, repeatable: true, questions: relay });
  if (state.status === 'input_required') {
    const given = await relay.answerResult(state);
    await ask({ method: 'tasks/update', params: { taskId, inputResponses: given.inputResponses ?? {} } });
    return undefined;
  }
  return finalAnswer(state);
}

function finalAnswer({ status, result, error }: Record<string, JsonValue | undefined>): LinkAnswer {
  if (status === 'completed' && isJsonObject(result)) {
    const { resultType: _, ...rest } = result;
    return { kind: 'result', result: rest };
  }
  return answerOf(isJsonObject(error) ? { error } : {}, 200);
}

/** Milliseconds after which a cancellation is no longer awaited; its outcome does not matter here. */
const cancelMs = 2000;

async function cancelTask({ taskId }: UpstreamTask, { ask, pause }: Following): Promise<void> {
  const cancelled = ask({ method: 'tasks/cancel', params: { taskId }, repeatable: true, detached: true }).catch(
    () => undefined,
  );
  await Promise.race([cancelled, pause(cancelMs, new AbortController().signal)]);
}
