/**
 * Runs a workflow: step after step through the gateway itself, each a call of its own under the caller's rights. What
 * fails for good is told once, with what was done before; what can be taken back is taken back.
 */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { expressionValue } from '../../documents/arazzo/expression.js';
import type { Workflow } from '../../documents/arazzo/workflow.js';
import type { AnswerOutcome, Call, GatewayStep, Outcome, TargetedCall, WorkflowBudget } from '../call.js';
import { compensate } from './compensate.js';
import { workflowLimits } from './limits.js';
import type { Run } from './run.js';
import { runStep } from './run-step.js';
import { workflowFailure } from './step-failure.js';
import { workflowOf } from './workflow-caller.js';

/** What the step needs. */
export interface RunWorkflowPorts {
  /** Makes a call through the whole gateway. */
  invoke: (call: Call) => Promise<Outcome>;
}

/** Makes the step; calls of other operations pass. */
export function createRunWorkflow({ invoke }: RunWorkflowPorts): GatewayStep {
  const runWhole = async (call: TargetedCall, workflow: Workflow): Promise<Outcome> => {
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

/** Only in the background, where nobody waits, may a workflow take longer. */
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
  return { kind: 'answer', status: 200, body: outputsOf(run), headers: {}, findings: [], replayed: false };
}

function placeOf({ steps }: Workflow, stepId: string): number {
  const at = steps.findIndex((step) => step.stepId === stepId);
  if (at === -1) throw new Failure('INTERNAL', { cause: new Error(`a workflow goes to no step: ${stepId}`) });
  return at;
}

function outputsOf({ workflow, scope }: Run): JsonObject {
  return Object.fromEntries(
    Object.entries(workflow.outputs).flatMap(([name, expression]) => {
      const value = expressionValue(expression, scope);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
