/** Tasks of one agent: read, listed, canceled and followed; always limited to the caller's own tasks. */
import type { FieldError, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { Failure, isFailure } from '@dragoman/model';
import { hasScope } from '../../../access/caller.js';
import type { RunRecord } from '../../../catalogue/runs.js';
import { endStates } from '../../../catalogue/runs.js';
import { cancelRun } from '../../../gateway/runs/cancel-run.js';
import type { RouteContext } from '../../../transport/route.js';
import type { A2aPorts } from '../ports.js';
import type { TaskWord } from '../wire.js';
import { memberOf, taskWord, textOf } from '../wire.js';
import { cancelAskingRun, cancelWaitingTask } from './cancel-waiting-task.js';
import { a2aFailure } from './faults.js';
import { artifactsOf, askedIn, contextOf, operationOf, progressOf, stateOf, taskIdOf, taskOf } from './task-view.js';
import type { WaitingTask } from './waiting-tasks.js';
import { listWaitingTasks, readWaitingTask, showWaitingTask } from './waiting-tasks.js';

/** The caller, and the agent in the path. */
export type TaskContext = Pick<RouteContext, 'params' | 'caller' | 'traceId' | 'signal'>;

/** A task and its operation. */
export interface FoundTask {
  run: RunRecord;
  operation: Operation | undefined;
}

/** Maximum length of the id of a task: that of a remote agent, and its MAC. */
const maxId = 300;

/** Finds a task of the agent in the path; a task of another caller is reported as not found. */
export async function findTask(ports: A2aPorts, context: TaskContext, id: JsonValue | undefined): Promise<FoundTask> {
  const { caller, params } = context;
  const { entry } = await ports.readEntry(params.id ?? '', caller);
  const isId = typeof id === 'string' && id !== '' && id.length <= maxId;
  const stored = isId ? await readWaitingTask(ports, { subject: caller.subject, entryId: entry.id }, id) : undefined;
  const run = isId ? await ports.runs.find(stored?.run ?? id) : undefined;
  const mine = run !== undefined && (run.subject === caller.subject || hasScope(caller, 'admin'));
  if (!mine || caller.kind === 'anonymous' || run.agentId !== entry.id) {
    throw a2aFailure('TASK_NOT_FOUND', 'No task with this id exists, or it is not yours.');
  }
  return { run, operation: operationOf(entry.operations, run) };
}

/** A task of the caller that waits for input, or has waited and has ended; undefined for other tasks. */
export async function findWaitingTask(
  ports: A2aPorts,
  { caller, params }: TaskContext,
  id: JsonValue | undefined,
): Promise<WaitingTask | undefined> {
  if (typeof id !== 'string' || id === '' || id.length > maxId || caller.kind === 'anonymous') return undefined;
  const { entry } = await ports.readEntry(params.id ?? '', caller);
  const stored = await readWaitingTask(ports, { subject: caller.subject, entryId: entry.id }, id);
  return stored?.run === undefined ? stored : undefined;
}

/** `GetTask`. */
export async function getTask(ports: A2aPorts, context: TaskContext, params: JsonObject): Promise<JsonObject> {
  const stored = await findWaitingTask(ports, context, memberOf(params, 'id'));
  if (stored !== undefined) return showWaitingTask(stored);
  const { run, operation } = await findTask(ports, context, memberOf(params, 'id'));
  return taskOf(run, operation);
}

/** `CancelTask`; requests that were already sent to the agent may have taken effect. */
export async function cancelTask(ports: A2aPorts, context: RouteContext, params: JsonObject): Promise<JsonObject> {
  const stored = await findWaitingTask(ports, context, memberOf(params, 'id'));
  if (stored !== undefined) return cancelWaitingTask(ports, context, stored);
  const { run, operation } = await findTask(ports, context, memberOf(params, 'id'));
  // The ids of a remote task belong to its caller, so an administrator cannot end it.
  const asked = run.subject === context.caller.subject ? askedIn(run) : undefined;
  if (asked !== undefined) return cancelAskingRun(ports, context, run, asked);
  try {
    const by = { subject: context.caller.subject, traceId: context.traceId };
    return taskOf(await cancelRun(ports, run, by), operation);
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === 'CONFLICT') throw a2aFailure('TASK_NOT_CANCELABLE', thrown.message);
    throw thrown;
  }
}

/** Default and maximum page size (1.0 §3.1.4), and the number of calls searched for one page. */
const pages = { usual: 50, most: 100, looked: 2000, portion: 200 };

/** `ListTasks`: the caller's tasks of this agent, most recently changed first (1.0 §3.1.4). */
export async function listTasks(ports: A2aPorts, context: TaskContext, params: JsonObject): Promise<JsonObject> {
  const { caller } = context;
  const { entry } = await ports.readEntry(context.params.id ?? '', caller);
  const { pageSize, keep, withArtifacts, after } = readListRequest(params);
  const owner = { subject: caller.subject, entryId: entry.id };
  const stored = new Map(
    (caller.kind === 'anonymous' ? [] : await listWaitingTasks(ports, owner)).map((each) => [each.id, each]),
  );
  const runs = caller.kind === 'anonymous' ? [] : await placesOf(ports, caller.subject, entry.id);
  const isShown = ({ id, task }: TaskPlace) => (task === undefined ? !stored.has(id) : stored.get(task)?.run === id);
  const waiting = [...stored.values()].filter(({ run }) => run === undefined);
  const places = [...runs.filter(isShown), ...waiting.map(placeOfStored)];
  const kept = places.filter(keep).sort(compareChanges);
  const rest = after === undefined ? kept : kept.filter((place) => compareChanges(after, place) < 0);
  const page = rest.slice(0, pageSize);
  const last = rest.length > page.length ? page.at(-1) : undefined;
  const show = async ({ id }: TaskPlace): Promise<JsonObject[]> => {
    const known = stored.get(id);
    if (known !== undefined) return [showWaitingTask(known, withArtifacts)];
    const run = await ports.runs.find(id);
    return run === undefined ? [] : [taskOf(run, operationOf(entry.operations, run), withArtifacts)];
  };
  return {
    tasks: (await Promise.all(page.map(show))).flat(),
    nextPageToken: last === undefined ? '' : tokenOf(last),
    pageSize,
    totalSize: kept.length,
  };
}

/** What tasks are selected and sorted by; artifacts are not kept in memory while listing. */
interface TaskPlace {
  id: string;
  /** The task that a background call continues. */
  task?: string;
  changedAt: string;
  contextId: string;
  state: TaskWord | undefined;
}

async function placesOf({ runs }: A2aPorts, subject: string, agentId: string): Promise<TaskPlace[]> {
  const places: TaskPlace[] = [];
  let last: string | undefined;
  for (let looked = 0; looked < pages.looked; looked += pages.portion) {
    const portion = await runs.list(subject, pages.portion, last);
    for (const run of portion) {
      if (run.agentId !== agentId) continue;
      const state = taskWord(stateOf(run));
      const task = taskIdOf(run);
      const continued = task === run.id ? {} : { task };
      places.push({ id: run.id, ...continued, changedAt: run.updatedAt, contextId: contextOf(run), state });
    }
    last = portion.at(-1)?.id;
    if (portion.length < pages.portion) break;
  }
  return places;
}

function placeOfStored({ id, updatedAt, contextId, state }: WaitingTask): TaskPlace {
  return { id, changedAt: updatedAt, contextId, state };
}

type Change = Pick<TaskPlace, 'id' | 'changedAt'>;

/** Latest first; ids break ties. */
function compareChanges(a: Change, b: Change): number {
  if (a.changedAt !== b.changedAt) return a.changedAt < b.changedAt ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1;
}

function tokenOf({ changedAt, id }: Change): string {
  return Buffer.from(JSON.stringify([changedAt, id])).toString('base64url');
}

/** The start of a page; undefined for an invalid token. */
function readToken(token: string): Change | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    const [changedAt, id] = Array.isArray(value) ? value : [];
    return typeof changedAt === 'string' && typeof id === 'string' ? { changedAt, id } : undefined;
  } catch {
    return undefined;
  }
}

interface ListRequest {
  pageSize: number;
  after?: Change;
  withArtifacts: boolean;
  keep: (place: TaskPlace) => boolean;
}

function readListRequest(params: JsonObject): ListRequest {
  const problems: FieldError[] = [];
  const size = memberOf(params, 'pageSize') ?? pages.usual;
  const fits = typeof size === 'number' && Number.isSafeInteger(size) && size >= 1 && size <= pages.most;
  if (!fits) problems.push(faulty('pageSize', `must be a whole number from 1 to ${pages.most}`));
  const status = memberOf(params, 'status');
  const word = status === undefined || status === 'TASK_STATE_UNSPECIFIED' ? undefined : taskWord(status);
  if (word === undefined && status !== undefined && status !== 'TASK_STATE_UNSPECIFIED') {
    problems.push(faulty('status', 'must be a task state, such as TASK_STATE_WORKING'));
  }
  const timestamp = textOf(memberOf(params, 'statusTimestampAfter'), 50);
  const since = timestamp === undefined ? undefined : Date.parse(timestamp);
  if (Number.isNaN(since)) problems.push(faulty('statusTimestampAfter', 'must be an RFC 3339 timestamp'));
  const token = textOf(memberOf(params, 'pageToken'), 200);
  const after = token === undefined ? undefined : readToken(token);
  if (token !== undefined && after === undefined) {
    problems.push(faulty('pageToken', "must be the 'nextPageToken' of an earlier page"));
  }
  if (problems.length > 0) throw faultyFields(problems);
  const contextId = textOf(memberOf(params, 'contextId'), 200);
  return {
    pageSize: fits ? size : pages.usual,
    withArtifacts: params.includeArtifacts === true,
    ...(after === undefined ? {} : { after }),
    keep: (place) =>
      (contextId === undefined || place.contextId === contextId) &&
      (word === undefined || place.state === word) &&
      (since === undefined || Date.parse(place.changedAt) > since),
  };
}

function faulty(field: string, detail: string): FieldError {
  return { field, pointer: `/${field}`, code: 'a2a/parameter', detail };
}

/** The rejection of parameters, with all problems in its message. */
export function faultyFields(problems: readonly FieldError[]): Failure {
  const message = problems.map(({ field, detail }) => `${field} ${detail}`).join('; ');
  return new Failure('INVALID_INPUT', { fieldErrors: [...problems], message });
}

/** Milliseconds between two polls of a task. */
const looks = { first: 100, longest: 1000 };

/** Polls a task until it has ended or its reader disconnects; yields every changed state. */
export async function* followTask(
  ports: A2aPorts,
  run: RunRecord,
  signal: AbortSignal,
): AsyncGenerator<RunRecord, void, undefined> {
  let current = run;
  let wait = looks.first;
  while (!endStates.includes(current.state) && !signal.aborted) {
    await ports.pause(wait, signal);
    wait = Math.min(wait * 1.5, looks.longest);
    const next = await ports.runs.find(run.id);
    if (next === undefined) return;
    if (next.state !== current.state || progressOf(next) !== progressOf(current)) yield next;
    current = next;
  }
}

/** The artifacts that are sent with the end of a task. */
export function endArtifacts(run: RunRecord, operation: Operation | undefined): JsonObject[] {
  // A question of the agent is in the status.
  if (askedIn(run) !== undefined) return [];
  return artifactsOf(run, operation).map((artifact) => ({
    taskId: taskIdOf(run),
    contextId: contextOf(run),
    artifact,
    append: false,
    lastChunk: true,
  }));
}
