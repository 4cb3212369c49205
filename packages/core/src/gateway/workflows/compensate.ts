/** Takes back what a failed workflow has done, last step first, where the workflow says how. */

import { workflowLimits } from './limits.js';
import type { DoneStep, Run } from './run.js';
import { toStepCall } from './run.js';
import { inputOf } from './step-input.js';

/** What became of taking a step back. */
export interface Compensation {
  stepId: string;
  good: boolean;
}

/** Takes back every step that can be; also when the caller has left, since nobody else will. */
export async function compensate(run: Run): Promise<Compensation[]> {
  const results: Compensation[] = [];
  const signal = AbortSignal.timeout(workflowLimits.compensationMs);
  for (const done of [...run.done].reverse()) {
    if (done.step.compensate === undefined) continue;
    results.push({ stepId: done.step.stepId, good: await takeBack(run, done, signal) });
  }
  return results;
}

async function takeBack(run: Run, { step, visit }: DoneStep, signal: AbortSignal): Promise<boolean> {
  const to = step.compensate;
  if (to === undefined) return false;
  run.made += 1;
  try {
    const name = { step: `${step.stepId}:compensate`, parts: ['compensate', step.stepId, visit] };
    const outcome = await run.invoke(toStepCall(run, to, inputOf(to, run.scope), name, signal));
    return outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
  } catch {
    // The record of the call says why; the caller is told that the step stands.
    return false;
  }
}
