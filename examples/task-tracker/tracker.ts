/** The tasks of a small team, in memory: the domain logic, independent of HTTP. */

/** State of a task. */
export type TaskState = 'open' | 'done';

/** Priority of a task. */
export type Priority = 'low' | 'medium' | 'high';

/** One task. */
export interface Task {
  task_id: string;
  title: string;
  state: TaskState;
  priority: Priority;
  note?: string;
  author: string;
  created_at: string;
  updated_at: string;
  /** Counts the changes. */
  version: number;
}

/** Members of a task that callers can set. */
export type TaskMembers = Partial<Pick<Task, 'title' | 'state' | 'priority' | 'note'>>;

/** Input for a new task. */
export type NewTask = TaskMembers & { title: string };

/** Filter and position of a list request. */
export interface TaskFilter {
  titleContains?: string | undefined;
  state?: string | undefined;
  priority?: string | undefined;
  /** Key of the last task of the previous page. */
  after?: readonly unknown[] | undefined;
  most: number;
}

/** The tasks and the operations on them. */
export interface Tracker {
  find(filter: TaskFilter): Task[];
  read(id: string): Task | undefined;
  /** Returns the changed task without storing it. */
  draft(members: NewTask, author: string): Task;
  changed(task: Task, members: TaskMembers): Task;
  /** Stores a task. */
  keep(task: Task): void;
  remove(id: string): void;
}

/** Sort key of a task: the oldest first, then by id. */
export function keyOf({ created_at, task_id }: Task): [string, string] {
  return [created_at, task_id];
}

/** Creates a tracker with a few tasks. */
export function createTracker(now: () => Date = () => new Date()): Tracker {
  const tasks = new Map<string, Task>();
  let last = 0;
  const tracker: Tracker = {
    find({ titleContains = '', state, priority, after, most }) {
      const words = titleContains.toLowerCase();
      const isWanted = (task: Task) =>
        task.title.toLowerCase().includes(words) &&
        (state === undefined || task.state === state) &&
        (priority === undefined || task.priority === priority) &&
        (after === undefined || compare(keyOf(task), after) > 0);
      const found = [...tasks.values()].filter(isWanted);
      return found.sort((one, other) => compare(keyOf(one), keyOf(other))).slice(0, most);
    },
    read: (id) => tasks.get(id),
    draft({ title, priority = 'medium', note }, author) {
      const at = now().toISOString();
      const task_id = `t_${String(last + 1).padStart(4, '0')}`;
      const times = { created_at: at, updated_at: at, version: 1 };
      return {
        task_id,
        title,
        state: 'open',
        priority,
        ...(note === undefined ? {} : { note }),
        author,
        ...times,
      };
    },
    changed: (task, members) => ({ ...task, ...members, updated_at: now().toISOString(), version: task.version + 1 }),
    keep(task) {
      last = Math.max(last, Number(task.task_id.slice(2)));
      tasks.set(task.task_id, task);
    },
    remove: (id) => void tasks.delete(id),
  };
  for (const title of firstTitles) tracker.keep(tracker.draft({ title, note: 'The customer asked twice.' }, 'Ines'));
  return tracker;
}

const firstTitles = ['Send the invoice', 'Call the printer', 'Order paper', 'Book the room', 'Thank the guests'];

function compare(one: readonly unknown[], other: readonly unknown[]): number {
  const at = one.findIndex((part, place) => part !== other[place]);
  return at === -1 ? 0 : String(one[at]) < String(other[at]) ? -1 : 1;
}
