/** Which caller each task of a server was created for: a server that returns the task of another caller is refused. */
import { createBoundedCache, Failure } from '@dragoman/model';
import type { TargetedCall } from '../../../gateway/call.js';
import type { UpstreamTask } from './upstream-task.js';

/** Remembers the callers of tasks. */
export interface TaskOwners {
  /** Notes the caller of a new task; throws when it was created for another caller. */
  claim(call: TargetedCall, task: UpstreamTask): void;
}

/** Maximum number of tasks whose caller is remembered. */
const maxTasks = 10_000;

/** Creates the memory of this process. */
export function createTaskOwners(): TaskOwners {
  const owners = createBoundedCache<string, string>({ entries: maxTasks });
  return {
    claim({ caller, target }, { taskId }) {
      const { binding } = target.operation;
      const key = JSON.stringify([binding.kind === 'mcp' ? binding.server : '', taskId]);
      const owner = owners.get(key);
      if (owner !== undefined && owner !== caller.subject) {
        const message = 'The server answered with a task that it created for another caller.';
        throw new Failure('UPSTREAM_ERROR', { message, retryable: false });
      }
      owners.set(key, caller.subject);
    },
  };
}
