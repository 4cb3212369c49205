/**
 * Marks calls that failed and may still have taken effect. Callers must not treat such a failure as retryable: a retry
 * could execute the call twice, or end in an unknown outcome again (profile, P02; AIDIP-GATE-10).
 */
import type { FailureCode } from '@dragoman/model';
import { changeFailure, isFailure, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, Call, TargetedCall } from './call.js';
import { isRepeatable } from './is-repeatable.js';
import { saysNotRun } from './not-run.js';

/** Failures after which the call has definitely been executed. */
export const executedFailures: readonly FailureCode[] = ['OUTPUT_INVALID', 'CONTENT_BLOCKED', 'STEP_FAILED'];

/** A refusal counts as not run; a success answer that cannot be used does not. */
export function reportedNotRun({ facts: { upstreamStatus } }: Call, thrown: unknown): boolean {
  if (isFailure(thrown) && thrown.code === 'RATE_LIMITED') return true;
  if (upstreamStatus === undefined) return false;
  return saysNotRun(upstreamStatus) || (upstreamStatus >= 400 && upstreamStatus < 500);
}

/** The failure to throw once the call was sent: the same failure, marked as uncertain where it is. */
export function withDoubt(call: TargetedCall, thrown: unknown): unknown {
  // An unreachable or overloaded service has not executed the call.
  if (!isFailure(thrown) || !thrown.row.retryable || thrown.code === 'UNAVAILABLE') return thrown;
  if (isRepeatable(call.target.operation, call) || reportedNotRun(call, thrown)) return thrown;
  return changeFailure(thrown, { outcomeUnknown: true, cause: thrown });
}

/**
 * Marks an answer after which it is unknown whether the call has taken effect; a body created here says so, too. A
 * service that declares that its call may be retried is believed.
 */
export function markDoubt(call: TargetedCall, answer: AnswerOutcome): AnswerOutcome {
  if (answer.status < 500 || saysNotRun(answer.status) || answer.outcomeUnknown === false) return answer;
  if (isRepeatable(call.target.operation, call)) return answer;
  const { body, raw } = answer;
  if (isJsonObject(body) && body.retryable === true) {
    if (raw !== undefined) return answer;
    answer.body = { ...body, retryable: false, outcome_unknown: true };
  }
  answer.outcomeUnknown = true;
  return answer;
}
