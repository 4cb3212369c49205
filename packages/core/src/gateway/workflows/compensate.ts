/** Compensates the executed steps of a failed workflow, last step first, where the workflow defines how. */

import { inputOf } from '../../documents/arazzo/step-input.js';
import { workflowLimits } from './limits.js';
import type { DoneStep, Run } from './run.js';
import { toStepCall } from './run.js';

/** Result of compensating a step. */
export interface Compensation {
  stepId: string;
  good: boolean;
}

/** Compensates every step that can be; also after the caller has disconnected, since nothing else will. */
export async function compensate(run: Run): Promise<Compensation[]> {
  const results: Compensation[] = [];
  const signal = AbortSignal.timeout(workflowLimits.compensationMs);
  for (const done of [...run.done].reverse()) {
    if (done.step.compensate === undefined) continue;
    results.push({ stepId: done.step.stepId, good: await compensateStep(run, done, signal) });
  }
  return results;
}

async function compensateStep(run: Run, { step, visit }: DoneStep, signal: AbortSignal): Promise<boolean> {
  const to = step.compensate;
  if (to === undefined) return false;
  run.made += 1;
  try {
    const name = { step: `${step.stepId}:compensate`, parts: ['compensate', step.stepId, visit] };
    const outcome = await run.invoke(toStepCall(run, to, inputOf(to, run.scope), name, signal));
    return outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
  } catch {
    // The record of the call has the reason; the caller learns that the step remains in effect.
    return false;
  }
}
