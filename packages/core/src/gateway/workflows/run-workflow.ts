/**
 * Runs a workflow: step after step through the gateway itself, each a separate call with the caller's permissions. A
 * permanent failure is reported once, with the steps executed before; steps that can be compensated are compensated.
 */
import { Failure } from '@dragoman/model';
import { evaluateOutputs } from '../../documents/arazzo/evaluate-step.js';
import type { Workflow } from '../../documents/arazzo/workflow.js';
import type { AnswerOutcome, Call, GatewayStep, Outcome, TargetedCall, WorkflowBudget } from '../call.js';
import { writeIntent } from '../write-intent.js';
import { compensate } from './compensate.js';
import { workflowLimits } from './limits.js';
import type { Run } from './run.js';
import { runStep } from './run-step.js';
import { workflowFailure } from './step-failure.js';
import { workflowOf } from './workflow-caller.js';

/** Dependencies of the step. */
export interface RunWorkflowPorts {
  /** Makes a call through the whole gateway. */
  invoke: (call: Call) => Promise<Outcome>;
}

/** Creates the step; calls of other operations pass. */
export function createRunWorkflow({ invoke }: RunWorkflowPorts): GatewayStep {
  const runWhole = async (call: TargetedCall, workflow: Workflow): Promise<Outcome> => {
    await writeIntent(call);
    call.timeline?.enter('steps');
    const run = startRun(call, workflow, invoke);
    try {
      return await runSteps(run);
    } finally {
      call.facts.steps = run.made;
      call.facts.attempts = run.made;
    }
  };
  return (call, next) => {
    const workflow = workflowOf(call.target.operation);
    return workflow === undefined ? next(call) : runWhole(call, workflow);
  };
}

function startRun(call: TargetedCall, workflow: Workflow, invoke: RunWorkflowPorts['invoke']): Run {
  return {
    call,
    workflow,
    invoke,
    budget: call.within?.budget ?? newBudget(call),
    scope: { inputs: call.input, steps: new Map() },
    done: [],
    doubtful: [],
    visits: new Map(),
    made: 0,
  };
}

/** A workflow may take longer only in the background, where no caller waits. */
function newBudget({ signal, totalMs = workflowLimits.totalMs, accepted }: Call): WorkflowBudget {
  const time = AbortSignal.timeout(accepted === true ? totalMs : Math.min(totalMs, workflowLimits.totalMs));
  return { calls: workflowLimits.calls, signal: AbortSignal.any([signal, time]) };
}

async function runSteps(run: Run): Promise<AnswerOutcome> {
  const { steps } = run.workflow;
  for (let at = 0; at < steps.length; ) {
    const step = steps[at];
    if (step === undefined) break;
    const turn = await runStep(run, step);
    if (turn.kind === 'failed') throw workflowFailure(run, turn, await compensate(run));
    if (turn.kind === 'end') break;
    at = turn.kind === 'goto' ? placeOf(run.workflow, turn.stepId) : at + 1;
  }
  return {
    kind: 'answer',
    status: 200,
    body: evaluateOutputs(run.workflow.outputs, run.scope),
    headers: {},
    findings: [],
    replayed: false,
  };
}

function placeOf({ steps }: Workflow, stepId: string): number {
  const at = steps.findIndex((step) => step.stepId === stepId);
  if (at === -1) throw new Failure('INTERNAL', { cause: new Error(`A workflow jumps to an unknown step: ${stepId}`) });
  return at;
}
