/**
 * Which caller each task of a server was created for: a server that returns the task of another caller is refused. The
 * store remembers this, because the two calls may reach different processes.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { SessionStore } from '../../../catalogue/sessions.js';
import type { Clock } from '../../../documents/host.js';
import type { TargetedCall } from '../../../gateway/call.js';
import type { UpstreamTask } from './upstream-task.js';

/** Remembers the callers of tasks. */
export interface TaskOwners {
  /** Notes the caller of a new task; rejects when it was created for another caller. */
  claim(call: TargetedCall, task: UpstreamTask): Promise<void>;
}

/** Dependencies. */
export interface TaskOwnerPorts {
  sessions: Pick<SessionStore, 'change'>;
  clock: Clock;
}

/** Milliseconds for which the caller of a task is remembered. */
const keptMs = 24 * 3_600_000;

/** No entry has this id, and no caller this name. */
const board = 'mcp task owners';

/** Creates the memory; processes that share the store share it. */
export function createTaskOwners({ sessions, clock }: TaskOwnerPorts): TaskOwners {
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    async claim({ caller, target }, { taskId }) {
      const { binding } = target.operation;
      const key = JSON.stringify([binding.kind === 'mcp' ? binding.server : '', taskId]);
      const id = `${board} ${createHash('sha256').update(key).digest('base64url')}`;
      const now = clock.now();
      const document: JsonObject = { caller: caller.subject };
      const made = { id, entryId: board, owner: board, document, expiresAt: time(now + keptMs) };
      const kept = await sessions.change(id, (current) => current ?? made, time(now));
      if (kept?.document.caller === caller.subject) return;
      const message = 'The server answered with a task that it created for another caller.';
      throw new Failure('UPSTREAM_ERROR', { message, retryable: false });
    },
  };
}
