/**
 * Tasks that wait for input of their sender: the gateway asks which skill is meant, or a remote agent asks for more. They
 * are stored for their owner until they expire, with the message that the answer completes.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { SessionRecord } from '../../../catalogue/sessions.js';
import { timestamp } from '../../../documents/host.js';
import type { A2aPorts } from '../ports.js';
import type { TaskWord } from '../wire.js';
import { extensionMember, taskStates, taskWord } from '../wire.js';

/** Where a remote agent waits for input: its task and conversation, as the caller may name them. */
export interface RemotePlace {
  taskId: string;
  contextId?: string;
}

/** A stored task. */
export interface WaitingTask {
  id: string;
  contextId: string;
  state: TaskWord;
  updatedAt: string;
  /** The question, or the result of the task. */
  parts: JsonObject[];
  /** The skill, once it is known. */
  skill?: string;
  /** The message that waits for its skill. */
  sent?: JsonObject;
  /** The task of the remote agent that asks, where its ids are not those of this task. */
  remote?: RemotePlace;
  /** The background call that continues the task; its state is that of the task. */
  run?: string;
}

/** Whose tasks, and of which service. */
export interface TaskOwner {
  subject: string;
  entryId: string;
}

/** Maximum number of stored tasks per caller, and of characters of one. */
const limits = { tasks: 200, characters: 200_000 };

const keyOf = (...parts: string[]) => `a2a ${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
const listKey = ({ subject, entryId }: TaskOwner) => keyOf('tasks', subject, entryId);
const taskKey = ({ subject, entryId }: TaskOwner, id: string) => keyOf('task', subject, entryId, id);

/** Stores a task, or its next state. */
export async function storeTask(ports: A2aPorts, owner: TaskOwner, task: WaitingTask): Promise<void> {
  const { sessions } = ports.store;
  const now = timestamp(ports.clock);
  const id = taskKey(owner, task.id);
  const document = documentOf(task);
  const account = `a2a ${owner.subject}`;
  const isNew = (await sessions.read(id, now)) === undefined;
  if (isNew && (await sessions.count(account, now)) >= limits.tasks) {
    throw new Failure('RATE_LIMITED', {
      message: `You have ${limits.tasks} stored tasks that wait for input; name the skill in the message instead.`,
    });
  }
  const expiresAt = new Date(ports.clock.now() + ports.keepSeconds * 1000).toISOString();
  const record: SessionRecord = { id, entryId: listKey(owner), owner: account, document, expiresAt };
  await sessions.change(id, () => record, now);
}

function documentOf(task: WaitingTask): JsonObject {
  const document = { ...task } as unknown as JsonObject;
  if (JSON.stringify(document).length <= limits.characters) return document;
  if (task.sent !== undefined) {
    throw new Failure('INVALID_INPUT', {
      message: 'This agent has several skills, and the message is too large to be kept for a question; name its skill.',
    });
  }
  const { id, contextId, state, updatedAt } = task;
  return { id, contextId, state, updatedAt, parts: [{ text: 'The result was too large to be kept.' }] };
}

/** The task with this id; undefined when it is another caller's or does not exist. */
export async function readWaitingTask(
  { store, clock }: A2aPorts,
  owner: TaskOwner,
  id: string,
): Promise<WaitingTask | undefined> {
  const record = await store.sessions.read(taskKey(owner, id), timestamp(clock));
  return record === undefined ? undefined : taskIn(record);
}

/** The stored tasks of a caller at one service. */
export async function listWaitingTasks({ store, clock }: A2aPorts, owner: TaskOwner): Promise<WaitingTask[]> {
  const records = await store.sessions.ofEntry(listKey(owner), timestamp(clock), limits.tasks);
  return records.flatMap((record) => taskIn(record) ?? []);
}

/** Written by this module only. */
function taskIn({ document }: SessionRecord): WaitingTask | undefined {
  return taskWord(document.state) === undefined ? undefined : (document as unknown as WaitingTask);
}

/** The task in the form of 1.0. */
export function showWaitingTask(task: WaitingTask, withArtifacts = true): JsonObject {
  const { id, contextId, state, updatedAt, parts, skill } = task;
  const isEnded = state === 'completed';
  const message = { messageId: `${id}-status`, contextId, taskId: id, role: 'ROLE_AGENT', parts };
  return {
    id,
    contextId,
    status: { state: taskStates[state], timestamp: updatedAt, ...(isEnded ? {} : { message }) },
    ...(isEnded && withArtifacts ? { artifacts: [{ artifactId: `${id}-result`, parts }] } : {}),
    ...(skill === undefined ? {} : { metadata: { [extensionMember.skill]: skill } }),
  };
}

/** True while the task accepts a message. */
export function isWaiting({ state }: WaitingTask): boolean {
  return state === 'input-required' || state === 'auth-required';
}

/** The task of the remote agent that asks. */
export function remotePlaceOf({
  id,
  contextId,
  remote,
}: Pick<WaitingTask, 'id' | 'contextId' | 'remote'>): RemotePlace {
  return remote ?? { taskId: id, contextId };
}

/** The message that waits, as it was stored. */
export function sentOf({ sent }: WaitingTask): JsonObject {
  return isJsonObject(sent) ? sent : {};
}
