/** Cancels a run on its caller's request. */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import type { RunRecord, RunStore } from '../../catalogue/runs.js';
import { endStates } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import { timestamp } from '../../documents/host.js';
import { errorObject } from '../error-object.js';

/** Dependencies. */
export interface CancelRunPorts {
  runs: RunStore;
  clock: Clock;
  keepSeconds: number;
  /** Stops the work on it in this process; other processes notice on their own. */
  abort: (id: string) => void;
}

/** The canceling caller. */
export interface CancelledBy {
  subject: string;
  traceId: string;
}

/** Number of state changes possible between reading and canceling a run: at most from queued to running to an end. */
const maxTries = 3;

/** Cancels a run; throws `CONFLICT` when it has already ended. A request that was sent before may have taken effect. */
export async function cancelRun(ports: CancelRunPorts, run: RunRecord, by: CancelledBy): Promise<RunRecord> {
  const { runs, clock } = ports;
  let current = run;
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (endStates.includes(current.state)) break;
    const now = timestamp(clock);
    const cancelled: RunRecord = {
      ...current,
      state: 'cancelled',
      updatedAt: now,
      expiresAt: new Date(clock.now() + ports.keepSeconds * 1000).toISOString(),
      status: 409,
      failure: failureOf(run.traceId),
    };
    const done = await runs.update(cancelled, current.state, {
      at: now,
      actor: by.subject,
      action: 'operation.cancel',
      target: run.agentId,
      outcome: 'done',
      code: '',
      traceId: by.traceId,
      detail: JSON.stringify({ operation: run.id }),
    });
    if (done) {
      ports.abort(run.id);
      return cancelled;
    }
    current = (await runs.find(run.id)) ?? current;
  }
  throw new Failure('CONFLICT', { message: `The operation has already ended: it is '${current.state}'.` });
}

function failureOf(traceId: string): JsonObject {
  return errorObject(new Failure('CANCELLED'), traceId);
}
