/** A message that names a task: which message it completes, and why other tasks refuse it. */
import { Failure } from '@dragoman/model';
import type { RunRecord } from '../../../catalogue/runs.js';
import type { RouteContext } from '../../../transport/route.js';
import type { PartContent } from '../message-parts.js';
import type { A2aPorts } from '../ports.js';
import { a2aFailure } from './faults.js';
import type { SentMessage } from './read-message.js';
import { askedIn, contextOf, taskIdOf } from './task-view.js';
import type { WaitingTask } from './waiting-tasks.js';
import { isWaiting, readWaitingTask, remotePlaceOf, sentOf } from './waiting-tasks.js';

/** A message, and the task that it continues. */
export interface ContinuedMessage {
  sent: SentMessage;
  /** Content of the message that waited for this one. */
  earlier?: PartContent;
  /** The task that waits for it; absent for a new task, and for one that the agent alone knows. */
  task?: Pick<WaitingTask, 'id' | 'contextId'>;
}

/** The message together with what its task has from before; tasks that do not wait for a message refuse it. */
export async function continueTask(
  ports: A2aPorts,
  { caller, params }: Pick<RouteContext, 'caller' | 'params'>,
  sent: SentMessage,
): Promise<ContinuedMessage> {
  const { taskId } = sent.place;
  if (taskId === undefined) return { sent };
  const owner = { subject: caller.subject, entryId: params.id ?? '' };
  const stored = await readWaitingTask(ports, owner, taskId);
  if (stored !== undefined && stored.run === undefined) return { ...completeMessage(stored, sent), task: stored };
  const run = await ports.runs.find(stored?.run ?? taskId);
  if (run !== undefined && run.subject === caller.subject && run.agentId === owner.entryId)
    return continueRun(run, sent);
  if (ports.ids.isTask(owner, taskId)) return { sent };
  throw a2aFailure('TASK_NOT_FOUND', 'No task with this id exists, or it is not yours.');
}

function completeMessage(task: WaitingTask, sent: SentMessage): Omit<ContinuedMessage, 'task'> {
  if (!isWaiting(task)) throw endedTask();
  requireContext(task.contextId, sent);
  if (task.sent === undefined) {
    return { sent: { ...sent, place: remotePlaceOf(task), ...skillOf(sent, task.skill) } };
  }
  const { content, place, ...options } = sentOf(task) as unknown as SentMessage;
  return { sent: { ...options, ...sent, place: { ...place, contextId: task.contextId } }, earlier: content };
}

/** A background call whose agent has asked for input. */
function continueRun(run: RunRecord, sent: SentMessage): ContinuedMessage {
  const place = askedIn(run);
  if (place === undefined) throw endedTask();
  const contextId = contextOf(run);
  requireContext(contextId, sent);
  return { sent: { ...sent, place, ...skillOf(sent, run.operationName) }, task: { id: taskIdOf(run), contextId } };
}

function endedTask(): Failure {
  return a2aFailure(
    'UNSUPPORTED_OPERATION',
    'This task does not accept further messages; send a new message without a task id.',
  );
}

function requireContext(contextId: string, { place }: SentMessage): void {
  if (place.contextId === undefined || place.contextId === contextId) return;
  const detail = 'is not the context of the task; leave it out or send the context id of the task';
  throw new Failure('INVALID_INPUT', {
    message: `message.contextId ${detail}.`,
    fieldErrors: [{ field: 'message.contextId', pointer: '/message/contextId', code: 'a2a/context', detail }],
  });
}

function skillOf(sent: SentMessage, skill: string | undefined): Pick<SentMessage, 'skill'> {
  const named = sent.skill ?? skill;
  return named === undefined ? {} : { skill: named };
}
