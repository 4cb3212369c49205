/** Executes one step: its call, its criteria, its outputs, and the resulting action. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FailureCode, FieldError } from '@dragoman/model';
import { Failure, toFailure } from '@dragoman/model';
import { chooseAction, evaluateStep } from '../../documents/arazzo/evaluate-step.js';
import type { Scope } from '../../documents/arazzo/expression.js';
import { inputOf } from '../../documents/arazzo/step-input.js';
import type { StepAction, WorkflowStep } from '../../documents/arazzo/workflow.js';
import type { AnswerOutcome, Call } from '../call.js';
import { isRepeatable } from '../is-repeatable.js';
import { saysNotRun } from '../not-run.js';
import { workflowLimits } from './limits.js';
import type { Run } from './run.js';
import { toStepCall } from './run.js';

/** Result of one attempt of a step. */
export interface Attempt {
  good: boolean;
  scope: Scope;
  /** Absent when there was no answer. */
  answer?: AnswerOutcome;
  /** Why there was no answer. */
  failure?: Failure;
  /** True when executing it twice is safe. */
  repeatable: boolean;
  /** Whether it has taken effect. */
  effect: 'done' | 'none' | 'unknown';
}

/** A step that failed permanently. */
export interface FailedTurn {
  kind: 'failed';
  step: WorkflowStep;
  attempt: Attempt;
}

/** What follows a step. */
export type Turn = { kind: 'next' | 'end' } | { kind: 'goto'; stepId: string } | FailedTurn;

/** Failures after which the workflow must not continue. */
const atOnce: readonly FailureCode[] = [
  'CANCELLED',
  'CONFIRMATION_REQUIRED',
  'APPROVAL_PENDING',
  'DECLINED',
  'UNAUTHENTICATED',
];

/** Executes a step, with its retries. */
export async function runStep(run: Run, step: WorkflowStep): Promise<Turn> {
  const visit = (run.visits.get(step.stepId) ?? 0) + 1;
  run.visits.set(step.stepId, visit);
  const retries = new Map<string, number>();
  for (let round = 0; ; ) {
    const attempt = await tryStep(run, step, [step.stepId, visit, round]);
    if (attempt.good) {
      noteDone(run, step, visit, attempt);
      return turnOf(chooseAction(step.onSuccess, attempt.scope));
    }
    const action = chooseFailureAction(run, step, attempt, retries);
    if (action?.type === 'retry' && (await pause(run, action))) {
      retries.set(action.name, (retries.get(action.name) ?? 0) + 1);
      // Answers are in the ledger; only a call without an answer is requested again under its own key.
      if (attempt.answer !== undefined) round += 1;
      continue;
    }
    if (attempt.effect === 'done') noteDone(run, step, visit, attempt);
    if (attempt.effect === 'unknown') run.doubtful.push(step.stepId);
    return action?.type === 'goto' ? turnOf(action) : { kind: 'failed', step, attempt };
  }
}

function turnOf(action: StepAction | undefined): Turn {
  if (action?.type === 'goto' && action.stepId !== undefined) return { kind: 'goto', stepId: action.stepId };
  return { kind: action?.type === 'end' ? 'end' : 'next' };
}

/** The first matching action; a retry matches only where it is safe and its limit is not reached. */
function chooseFailureAction(
  { budget }: Run,
  { onFailure }: WorkflowStep,
  attempt: Attempt,
  retries: ReadonlyMap<string, number>,
): StepAction | undefined {
  if (budget.signal.aborted || budget.calls <= 0) return undefined;
  if (attempt.failure !== undefined && atOnce.includes(attempt.failure.code)) return undefined;
  return chooseAction(onFailure, attempt.scope, ({ name, retryLimit = 1 }) => {
    const left = (retries.get(name) ?? 0) < retryLimit;
    return left && (attempt.repeatable || attempt.effect === 'none');
  });
}

/** False when the time limit was reached before the delay. */
async function pause({ budget, call }: Run, { retryAfter = 1 }: StepAction): Promise<boolean> {
  call.timeline?.enter('wait');
  try {
    await wait(retryAfter * 1000, undefined, { signal: budget.signal });
    call.timeline?.enter('steps');
    return true;
  } catch {
    return false;
  }
}

function noteDone(run: Run, step: WorkflowStep, visit: number, { scope, repeatable }: Attempt): void {
  run.done.push({ step, visit, repeatable });
  run.scope.steps.set(step.stepId, scope.outputs ?? {});
}

async function tryStep(run: Run, step: WorkflowStep, parts: readonly (string | number)[]): Promise<Attempt> {
  if (run.budget.signal.aborted) return withoutCall(run, ranOut(run));
  if (run.budget.calls <= 0) return withoutCall(run, tooManyCalls());
  run.budget.calls -= 1;
  run.made += 1;
  let call: Call;
  try {
    const input = inputOf(step.call, run.scope);
    call = toStepCall(run, step.call, input, { step: step.stepId, parts }, run.budget.signal);
  } catch (thrown) {
    return withoutCall(run, toFailure(thrown));
  }
  try {
    const outcome = await run.invoke(call);
    if (outcome.kind !== 'answer') throw new Failure('UPSTREAM_ERROR', { message: 'The step has no complete answer.' });
    return classifyAnswer(run, step, call, outcome);
  } catch (thrown) {
    return classifyFailure(run, call, toFailure(thrown));
  }
}

function withoutCall({ scope }: Run, failure: Failure): Attempt {
  return { good: false, scope: { ...scope, response: asResponse(failure) }, failure, repeatable: true, effect: 'none' };
}

function tooManyCalls(): Failure {
  return new Failure('STEP_FAILED', { message: `The workflow makes more than ${workflowLimits.calls} calls.` });
}

/** The caller has disconnected, or the time limit is reached. */
function ranOut({ call }: Run): Failure {
  if (call.signal.aborted) return new Failure('CANCELLED');
  return new Failure('UPSTREAM_TIMEOUT', { message: 'The workflow exceeded its time limit.' });
}

function classifyAnswer(run: Run, step: WorkflowStep, call: Call, answer: AnswerOutcome): Attempt {
  const { status, headers, body } = answer;
  const response = { status, headers, ...(body === undefined ? {} : { body }) };
  const { good, scope } = evaluateStep(step, { ...run.scope, sent: call.input, response });
  const fine = status >= 200 && status < 300;
  const repeatable = isSafe(call);
  const unclear = status >= 500 && !saysNotRun(status) && !repeatable;
  return { good, scope, answer, repeatable, effect: fine ? 'done' : unclear ? 'unknown' : 'none' };
}

/** Failures of a call that was executed. */
const executedCodes: readonly FailureCode[] = ['OUTPUT_INVALID', 'CONTENT_BLOCKED'];

function classifyFailure(run: Run, call: Call, thrown: Failure): Attempt {
  const failure = run.budget.signal.aborted && !executedCodes.includes(thrown.code) ? ranOut(run) : thrown;
  const repeatable = isSafe(call);
  const scope: Scope = { ...run.scope, sent: call.input, response: asResponse(failure) };
  return { good: false, scope, failure, repeatable, effect: effectOf(call, thrown, repeatable) };
}

function effectOf({ facts }: Call, { code, fieldErrors }: Failure, repeatable: boolean): Attempt['effect'] {
  if (executedCodes.includes(code)) return 'done';
  if (code === 'OUTCOME_UNKNOWN') return 'unknown';
  const { attempts = 0, upstreamStatus } = facts;
  if (attempts === 0 || repeatable) return 'none';
  // A nested workflow reports itself which steps remain in effect.
  if (code === 'STEP_FAILED') return fieldErrors.some(leavesTraces) ? 'unknown' : 'none';
  const refused =
    upstreamStatus !== undefined && (saysNotRun(upstreamStatus) || Math.floor(upstreamStatus / 100) === 4);
  return refused ? 'none' : 'unknown';
}

function leavesTraces({ code }: FieldError): boolean {
  return code === 'workflow/done' || code === 'workflow/unknown' || code === 'workflow/not-taken-back';
}

/** A call whose target was not found did nothing. */
function isSafe(call: Call): boolean {
  return call.target === undefined || isRepeatable(call.target.operation, call);
}

/** A failure as seen by conditions: its status, and nothing else. */
function asResponse({ row }: Failure): NonNullable<Scope['response']> {
  return { status: row.status, headers: {} };
}
