/** Shared test helpers of the executor: a fake clock that advances only while waiting, and one-line calls. */
import type { Executor } from './create-executor.js';
import { createExecutor } from './create-executor.js';
import type { Session } from './create-session.js';
import type { ExecutorEvent } from './executor-event.js';
import type { ExecutorOptions } from './executor-options.js';
import type { ToolOutcome } from './tool-outcome.js';
import type { ToolServer } from './tool-server.support.js';

/** An executor with a fake clock, and its events. */
export interface Rig {
  executor: Executor;
  events: ExecutorEvent[];
  /** Milliseconds waited between attempts, in order. */
  waits: number[];
  /** The events of one type. */
  told<Type extends ExecutorEvent['type']>(type: Type): Extract<ExecutorEvent, { type: Type }>[];
}

/** Creates an executor for the servers, labeled `one`, `two` and so on, unless sources are given. */
export function createRig(servers: readonly ToolServer[], options: Partial<ExecutorOptions>): Rig {
  const events: ExecutorEvent[] = [];
  const waits: number[] = [];
  let now = 0;
  let ids = 0;
  const labels = ['one', 'two', 'three'];
  const executor = createExecutor({
    sources: servers.map(({ root, fetch }, at) => ({ label: labels[at] ?? '', root, fetch })),
    tools: [],
    watchVersions: false,
    now: () => now,
    random: () => 0,
    newId: () => {
      ids += 1;
      return `key-${ids}`;
    },
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
    onEvent: (event) => events.push(event),
    ...options,
  });
  const told: Rig['told'] = (type) =>
    events.filter((event): event is Extract<ExecutorEvent, { type: typeof type }> => event.type === type);
  return { executor, events, waits, told };
}

/** Executes one call as a model would send it. */
export function ask(session: Session, name: string, inputs: Record<string, unknown>): Promise<ToolOutcome> {
  return session.execute({ id: 'call-x', name, inputs });
}
