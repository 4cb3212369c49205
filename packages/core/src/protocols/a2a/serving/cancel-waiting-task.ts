/** Cancels a task that waits for input of its sender, at the remote agent too if the agent asked. */
import type { JsonObject } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import { timestamp } from '../../../documents/host.js';
import type { Call } from '../../../gateway/call.js';
import type { RouteContext } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import { face } from '../wire.js';
import { a2aFailure } from './faults.js';
import type { AskedPlace } from './task-view.js';
import { contextOf, taskIdOf } from './task-view.js';
import type { WaitingTask } from './waiting-tasks.js';
import { isWaiting, remotePlaceOf, showWaitingTask, storeTask } from './waiting-tasks.js';

/** Timeout of each request to the agent in milliseconds: to cancel the task, and to read it if that is not answered. */
const timeoutMs = 5000;

/** Cancels the task; one that has ended is refused, and so is one that its agent does not cancel. */
export async function cancelWaitingTask(
  ports: A2aPorts,
  context: RouteContext,
  task: WaitingTask,
): Promise<JsonObject> {
  if (!isWaiting(task)) {
    throw a2aFailure('TASK_NOT_CANCELABLE', `The task has already ended: its state is '${task.state}'.`);
  }
  if (task.sent === undefined) await cancelAtAgent(ports, context, task);
  const { id, contextId, parts, skill } = task;
  return storeCanceled(ports, context, { id, contextId, parts, ...(skill === undefined ? {} : { skill }) });
}

/** Cancels the task of a background call whose agent asks for input. */
export async function cancelAskingRun(
  ports: A2aPorts,
  context: RouteContext,
  run: RunRecord,
  asked: AskedPlace,
): Promise<JsonObject> {
  const task = { id: taskIdOf(run), contextId: contextOf(run), parts: [], skill: run.operationName };
  await cancelAtAgent(ports, context, { ...task, remote: asked });
  return storeCanceled(ports, context, task);
}

type CanceledTask = Omit<WaitingTask, 'state' | 'updatedAt'>;

async function storeCanceled(ports: A2aPorts, context: RouteContext, task: CanceledTask): Promise<JsonObject> {
  const canceled: WaitingTask = { ...task, state: 'canceled', updatedAt: timestamp(ports.clock) };
  await storeTask(ports, { subject: context.caller.subject, entryId: context.params.id ?? '' }, canceled);
  return showWaitingTask(canceled);
}

async function cancelAtAgent({ gateway }: A2aPorts, context: RouteContext, task: CanceledTask): Promise<void> {
  const { caller, traceId, traceparent, signal, params } = context;
  const call: Call = {
    caller,
    traceId,
    traceparent,
    face,
    agentId: params.id ?? '',
    ...(task.skill === undefined ? {} : { operationName: task.skill }),
    input: { message: '', task_id: remotePlaceOf(task).taskId },
    dryRun: false,
    wantsStream: false,
    endsTask: true,
    totalMs: timeoutMs,
    signal,
    facts: {},
  };
  const outcome = await gateway.invoke(call);
  if (outcome.kind === 'answer' && outcome.status < 300) return;
  throw a2aFailure('TASK_NOT_CANCELABLE', 'The agent did not cancel the task.');
}
