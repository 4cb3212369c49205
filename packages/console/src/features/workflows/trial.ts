/**
 * A workflow run step by step: what the next step would send, and what its response means. The evaluation is that of the
 * gateway; the calls are made by the page, one by one, each after a person has seen it.
 */
import {
  chooseAction,
  evaluateOutputs,
  evaluateStep,
  inputOf,
  type Scope,
  type Workflow,
} from '@dragoman/core/descriptions';
import type { JsonObject, JsonValue } from '@dragoman/model';

/** One executed step. */
export interface TrialStep {
  stepId: string;
  at: number;
  input: JsonValue;
  status: number;
  output?: JsonValue;
  error?: unknown;
  good: boolean;
  outputs: JsonObject;
  /** What follows, in words. */
  follows: string;
  ms: number;
}

/** A run so far. */
export interface Trial {
  inputs: JsonValue;
  done: readonly TrialStep[];
  /** Position of the next step; undefined when the run is over. */
  next: number | undefined;
  /** Result of the whole; present when the run ended well. */
  result?: JsonObject;
  failed?: boolean;
}

/** Steps after which a run is stopped: a goto may lead back forever. */
const mostSteps = 200;

/** A run before its first step. */
export function startTrial(workflow: Workflow, inputs: JsonValue): Trial {
  return atStep({ inputs, done: [], next: 0 }, workflow, 0);
}

/** The input of the next step. */
export function nextInput(workflow: Workflow, trial: Trial): JsonValue {
  const step = workflow.steps[trial.next ?? -1];
  return step === undefined ? {} : inputOf(step.call, scopeOf(trial));
}

function scopeOf({ inputs, done }: Trial): Scope & { steps: Map<string, JsonObject> } {
  return { inputs, steps: new Map(done.filter(({ good }) => good).map(({ stepId, outputs }) => [stepId, outputs])) };
}

/** What a call answered. */
export interface StepAnswer {
  input: JsonValue;
  status: number;
  output?: JsonValue;
  error?: unknown;
  ms: number;
}

/** The run after the response to its next step. */
export function takeAnswer(workflow: Workflow, trial: Trial, answer: StepAnswer): Trial {
  const at = trial.next ?? -1;
  const step = workflow.steps[at];
  if (step === undefined) return trial;
  const { input, status, output, error } = answer;
  const response = { status, headers: {}, ...(output === undefined ? {} : { body: output }) };
  const { good, scope } = evaluateStep(step, { ...scopeOf(trial), sent: input, response });
  const isGood = good && error === undefined;
  const retried = trial.done.filter((each) => each.at === at && !each.good).length;
  const action = chooseAction(
    isGood ? step.onSuccess : step.onFailure,
    scope,
    ({ retryLimit = 1 }) => retried < retryLimit,
  );
  const follows =
    action === undefined
      ? isGood
        ? 'continues'
        : 'the workflow fails'
      : action.type === 'goto'
        ? `goes to ${action.stepId ?? ''}`
        : action.type;
  const done = [...trial.done, { stepId: step.stepId, at, ...answer, good: isGood, outputs: scope.outputs, follows }];
  const after = { ...trial, done };
  if (action?.type === 'retry') return { ...after, next: at };
  if (action?.type === 'goto') {
    return atStep(
      after,
      workflow,
      workflow.steps.findIndex(({ stepId }) => stepId === action.stepId),
    );
  }
  if (!isGood) return { ...after, next: undefined, failed: true };
  return atStep(after, workflow, action?.type === 'end' ? workflow.steps.length : at + 1);
}

function atStep(trial: Trial, workflow: Workflow, at: number): Trial {
  if (trial.done.length >= mostSteps) return { ...trial, next: undefined, failed: true };
  if (at >= 0 && at < workflow.steps.length) return { ...trial, next: at };
  return { ...trial, next: undefined, result: evaluateOutputs(workflow.outputs, scopeOf(trial)) };
}
