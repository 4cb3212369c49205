/** Cancels a task that waits for input of its sender, at the remote agent too if the agent asked. */
import type { JsonObject } from '@dragoman/model';
import { timestamp } from '../../../documents/host.js';
import type { Call } from '../../../gateway/call.js';
import type { RouteContext } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import { face } from '../wire.js';
import { a2aFailure } from './faults.js';
import type { WaitingTask } from './waiting-tasks.js';
import { isWaiting, showWaitingTask, storeTask } from './waiting-tasks.js';

/** Timeout of the agent in milliseconds. */
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
  const { sent: _, ...rest } = task;
  const canceled: WaitingTask = { ...rest, state: 'canceled', updatedAt: timestamp(ports.clock) };
  await storeTask(ports, { subject: context.caller.subject, entryId: context.params.id ?? '' }, canceled);
  return showWaitingTask(canceled);
}

async function cancelAtAgent({ gateway }: A2aPorts, context: RouteContext, task: WaitingTask): Promise<void> {
  const { caller, traceId, traceparent, signal, params } = context;
  const call: Call = {
    caller,
    traceId,
    traceparent,
    face,
    agentId: params.id ?? '',
    ...(task.skill === undefined ? {} : { operationName: task.skill }),
    input: { message: '', task_id: task.id },
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
