/** Accepts a call for the background: once the caller has its id, the call is stored and cannot be lost. */
import type { JsonObject } from '@dragoman/model';
import type { RunStore } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import { timestamp } from '../../documents/host.js';
import type { AnswerOutcome, TargetedCall } from '../call.js';
import { acceptedAnswer } from './run-answer.js';
import { toRun } from './run-call.js';

/** Dependencies. */
export interface AcceptRunPorts {
  runs: Pick<RunStore, 'add'>;
  clock: Clock;
  /** Clock of leases and retention; setting the machine's clock does not change it. */
  steady: Clock;
  newId: () => string;
  /** Id of this process. */
  node: string;
  /** Seconds after which a run that no process has claimed may be deleted. */
  keepSeconds: number;
  /** Called when there is work to do. */
  wake: () => void;
}

/**
 * Stores a call that has passed every check, and returns the answer for it. With a task of the service, the call was
 * made and only the task is followed.
 */
export type AcceptRun = (call: TargetedCall, task?: JsonObject) => Promise<AnswerOutcome>;

/** Creates the function that accepts calls. */
export function createAcceptRun({ runs, clock, steady, newId, node, keepSeconds, wake }: AcceptRunPorts): AcceptRun {
  return async (call, task) => {
    const expiresAt = new Date(steady.now() + keepSeconds * 1000).toISOString();
    const run = toRun(call, { id: newId(), node, now: timestamp(clock), dueAt: timestamp(steady), expiresAt, task });
    // From here on a repeat with the same key must not start a second run silently.
    if (task === undefined) await call.onSend?.();
    await runs.add(run, {
      at: run.createdAt,
      actor: run.subject,
      action: 'operation.accept',
      target: run.agentId,
      outcome: 'done',
      code: '',
      traceId: run.traceId,
      detail: JSON.stringify({ operation: run.id }),
    });
    wake();
    return acceptedAnswer(run, clock.now());
  };
}
