/**
 * The operations, for any framework: a handler gets the framework's own request, reads what the properties know about
 * it (`pageOf`, `isDryRun`, `requireState`), and returns a status and a body.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  callOf,
  Failure,
  isDryRun,
  type OperationBody,
  type OperationWork,
  pageOf,
  previewOf,
  requireState,
  showState,
  startOperation,
} from '@dragoman/middleware';
import { keyOf, type NewTask, type Task, type TaskMembers, type TaskState, type Tracker } from './tracker.js';

/** The response of a handler. */
export interface Reply {
  status: number;
  body: object;
}

/** The handlers by operationId; `request` is the framework's. A property answers status requests of exports. */
export interface Handlers {
  tasks_find(request: object): Reply;
  task_create(request: object, members: NewTask): Reply;
  tasks_create_batch(request: object, wanted: { items: NewTask[] }): Reply;
  task_read(request: object, id: string): Reply;
  task_update(request: object, id: string, members: TaskMembers): Reply;
  task_delete(request: object, id: string): Reply;
  export_start(request: object, wanted: { state: TaskState }): Promise<Reply>;
}

/** Creates the handlers for a tracker. */
export function createHandlers(tracker: Tracker): Handlers {
  const present = (id: string): Task => {
    const task = tracker.read(id);
    if (task === undefined) throw new Failure('NOT_FOUND', { message: `There is no task ${id}.` });
    return task;
  };
  return {
    tasks_find(request) {
      const { query, after, limit, write } = pageOf(request);
      const [titleContains, state, priority] = ['title_contains', 'state', 'priority'].map(
        (name) => query.get(name) ?? undefined,
      );
      const tasks = tracker.find({ titleContains, state, priority, after, most: limit + 1 });
      const { items, ...rest } = write(tasks, keyOf);
      return { status: 200, body: { items: items.map(show), ...rest } };
    },
    task_create(request, members) {
      const task = tracker.draft(members, callOf(request).caller ?? '');
      if (isDryRun(request)) return preview(201, task, `Adds ${task.title}.`);
      tracker.keep(task);
      return shown(request, 201, task);
    },
    tasks_create_batch: (request, { items }) => addAll(tracker, request, items),
    task_read: (request, id) => shown(request, 200, present(id)),
    task_update(request, id, members) {
      const task = present(id);
      requireState(request, task.version);
      const changed = tracker.changed(task, members);
      if (isDryRun(request)) return preview(200, changed, `Changes ${Object.keys(members).join(' and ')} of ${id}.`);
      tracker.keep(changed);
      return shown(request, 200, changed);
    },
    task_delete(request, id) {
      const task = present(id);
      requireState(request, task.version);
      const change = `Removes ${id}, ${task.title}.`;
      if (isDryRun(request)) return { status: 200, body: previewOf([change], false) };
      tracker.remove(id);
      return { status: 200, body: { dry_run: false, would_change: [change], reversible: false } };
    },
    async export_start(request, { state }) {
      const body: OperationBody = await startOperation(request, exportTasks(tracker, state));
      return { status: 202, body };
    },
  };
}

/** Adds the valid items and returns a result for each item. */
function addAll(tracker: Tracker, request: object, items: readonly NewTask[]): Reply {
  const rehearsed = isDryRun(request);
  const taken = new Set(tracker.find({ state: 'open', most: 10_000 }).map(({ title }) => title));
  const results = items.map((item, index) => {
    if (taken.has(item.title)) return { index, status: 409, code: 'TITLE_TAKEN', retryable: false };
    taken.add(item.title);
    const task = tracker.draft(item, callOf(request).caller ?? '');
    if (rehearsed) return { index, status: 201 };
    tracker.keep(task);
    return { index, status: 201, task_id: task.task_id };
  });
  const added = results.filter(({ status }) => status === 201);
  const body = { results, added: added.length, refused: results.length - added.length };
  const changes = added.map(({ index }) => `Adds ${items[index]?.title}.`);
  return { status: 200, body: rehearsed ? previewOf(changes, true, body) : body };
}

function shown(request: object, status: number, task: Task): Reply {
  showState(request, task.version);
  return { status, body: show(task) };
}

function preview(status: number, task: Task, change: string): Reply {
  return { status, body: previewOf([change], true, { ...show(task) }) };
}

/** A task as callers see it, with the possible next actions. */
function show({ version: _, ...task }: Task) {
  const next = task.state === 'open' ? { complete: 'task_update' } : { reopen: 'task_update' };
  return { ...task, next_actions: { ...next, delete: 'task_delete' } };
}

/** Writes the table in small steps, to simulate slow work. */
function exportTasks(tracker: Tracker, state: TaskState): OperationWork {
  return async ({ signal }) => {
    const lines = ['task_id;title;priority'];
    for (const { task_id, title, priority } of tracker.find({ state, most: 1000 })) {
      await wait(20, undefined, { signal });
      lines.push([task_id, title.replaceAll(';', ','), priority].join(';'));
    }
    const title = state === 'open' ? 'Open tasks' : 'Completed tasks';
    return { result: { title, task_count: lines.length - 1, table: lines.join('\n') } };
  };
}
