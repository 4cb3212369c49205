/**
 * One error for a workflow that failed: which step, what was executed, what was compensated, and whether to repeat it.
 */
import type { FailureCode, FieldError } from '@dragoman/model';
import { Failure, failures } from '@dragoman/model';
import { answerFailure } from '../answer-failure.js';
import type { Compensation } from './compensate.js';
import type { Run } from './run.js';
import type { Attempt, FailedTurn } from './run-step.js';

/** Codes with the same meaning for the caller of the workflow and of the step, when nothing was executed. */
const kept: readonly FailureCode[] = [
  'APPROVAL_PENDING',
  'CANCELLED',
  'CONFIRMATION_REQUIRED',
  'DECLINED',
  'FORBIDDEN',
  'NOT_FOUND',
  'OUTCOME_UNKNOWN',
  'UNAUTHENTICATED',
];

/** The failure of the whole. */
export function workflowFailure(run: Run, { step, attempt }: FailedTurn, undone: readonly Compensation[]): Failure {
  const safe = isRepeatSafe(run, attempt, undone);
  const reason = reasonOf(attempt);
  const inEffect = stepsInEffect(run, undone, attempt.repeatable ? step.stepId : undefined);
  const code = codeOf(run, attempt, undone, safe);
  const { retryAfter, said } = attempt.failure ?? (attempt.answer && answerFailure(attempt.answer)) ?? {};
  const sentences = [
    `Step '${step.stepId}' of '${run.workflow.workflowId}' failed: ${reason}`,
    ...accountOf(run, inEffect, undone),
    safe ? 'A repeat is safe.' : 'A repeat is not safe, or would fail again.',
  ];
  return new Failure(code, {
    message: sentences.join(' '),
    fieldErrors: [fact(step.stepId, 'failed', reason), ...factsOf(run, inEffect, undone)],
    ...(retryAfter === undefined ? {} : { retryAfter }),
    outcomeUnknown: run.doubtful.length > 0,
    ...(said === undefined ? {} : { said }),
    ...(attempt.failure === undefined ? {} : { cause: attempt.failure }),
  });
}

/** The code that the attempt alone would have. */
function ownCode({ failure, answer }: Attempt): FailureCode {
  if (failure !== undefined) return failure.code;
  const code = answer === undefined ? undefined : answerFailure(answer)?.code;
  // A permanent refusal of a step is not one of the workflow.
  return code !== undefined && failures[code].retryable ? code : 'STEP_FAILED';
}

/** A temporary failure, or a caller that disconnected, after steps that a repeat would not execute twice. */
function isRepeatSafe(run: Run, attempt: Attempt, undone: readonly Compensation[]): boolean {
  const own = ownCode(attempt);
  if (!failures[own].retryable && own !== 'CANCELLED') return false;
  if (undone.length > 0 || run.doubtful.length > 0) return false;
  return run.call.idempotencyKey !== undefined || run.done.every(({ repeatable }) => repeatable);
}

function codeOf(run: Run, attempt: Attempt, undone: readonly Compensation[], safe: boolean): FailureCode {
  const own = ownCode(attempt);
  if (safe) return own;
  if (undone.length > 0) return 'STEP_FAILED';
  if (run.doubtful.length > 0) return 'OUTCOME_UNKNOWN';
  return run.done.length === 0 && kept.includes(own) ? own : 'STEP_FAILED';
}

function reasonOf({ failure, answer }: Attempt): string {
  if (failure !== undefined) return failure.code === 'INTERNAL' ? failure.row.message : failure.message;
  const status = answer?.status ?? 0;
  return status >= 200 && status < 300
    ? `it was answered with status ${status}, but its success criteria are not met.`
    : `it was answered with status ${status}.`;
}

/** Steps that remain in effect, each once; a failed step that only reads is not listed. */
function stepsInEffect({ done }: Run, undone: readonly Compensation[], harmless: string | undefined): string[] {
  const gone = new Set<string | undefined>(undone.filter(({ good }) => good).map(({ stepId }) => stepId));
  gone.add(harmless);
  return [...new Set(done.map(({ step }) => step.stepId))].filter((stepId) => !gone.has(stepId));
}

function accountOf({ doubtful }: Run, inEffect: readonly string[], undone: readonly Compensation[]): string[] {
  const back = undone.filter(({ good }) => good).map(({ stepId }) => stepId);
  return [
    inEffect.length === 0 ? 'No step remains in effect.' : `Done: ${inEffect.join(', ')}.`,
    ...(back.length === 0 ? [] : [`Compensated: ${back.join(', ')}.`]),
    ...(doubtful.length === 0 ? [] : [`May have taken effect: ${doubtful.join(', ')}.`]),
  ];
}

function factsOf({ doubtful }: Run, inEffect: readonly string[], undone: readonly Compensation[]): FieldError[] {
  return [
    ...inEffect.map((stepId) => fact(stepId, 'done', 'has taken effect')),
    ...[...new Set(doubtful)].map((stepId) => fact(stepId, 'unknown', 'may have taken effect')),
    ...undone.map(({ stepId, good }) =>
      good
        ? fact(stepId, 'taken-back', 'has taken effect and was compensated')
        : fact(stepId, 'not-taken-back', 'has taken effect; its compensation failed'),
    ),
  ];
}

function fact(stepId: string, word: string, detail: string): FieldError {
  return { field: `steps.${stepId}`, code: `workflow/${word}`, detail };
}
