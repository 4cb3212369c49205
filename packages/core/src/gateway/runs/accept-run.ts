/** Accepts a call for the background: once the caller has its id, the call is in the store and cannot be lost. */
import type { RunStore } from '../../catalogue/runs.js';
import type { Clock } from '../../documents/host.js';
import { timestamp } from '../../documents/host.js';
import type { AnswerOutcome, TargetedCall } from '../call.js';
import { acceptedAnswer } from './run-answer.js';
import { toRun } from './run-call.js';

/** What accepting needs. */
export interface AcceptRunPorts {
  runs: Pick<RunStore, 'add'>;
  clock: Clock;
  newId: () => string;
  /** Name of this process. */
  node: string;
  /** Seconds after which a run that nobody took up may be forgotten. */
  keepSeconds: number;
  /** Told that there is something to do. */
  wake: () => void;
}

/** Keeps a call that has passed every check, and answers for it. */
export type AcceptRun = (call: TargetedCall) => Promise<AnswerOutcome>;

/** Makes the function that accepts. */
export function createAcceptRun({ runs, clock, newId, node, keepSeconds, wake }: AcceptRunPorts): AcceptRun {
  return async (call) => {
    const expiresAt = new Date(clock.now() + keepSeconds * 1000).toISOString();
    const run = toRun(call, { id: newId(), node, now: timestamp(clock), expiresAt });
    // From here on a repeat with the same key must not start a second run in silence.
    await call.onSend?.();
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
