/**
 * Marks calls that failed and may still have taken effect. Callers must not treat such a failure as retryable: a retry
 * could execute the call twice, or end in an unknown outcome again (profile, P02; AIDIP-GATE-10).
 */
import type { FailureCode } from '@dragoman/model';
import { changeFailure, failures, isFailure, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, Call, TargetedCall } from './call.js';
import { isRepeatable } from './is-repeatable.js';
import { saysNotRun } from './not-run.js';
import { canChange } from './write-intent.js';

/** Failures after which the call, or a step of it, has definitely been executed. */
export const executedFailures: readonly FailureCode[] = (Object.keys(failures) as FailureCode[]).filter(
  (code) => code === 'STEP_FAILED' || failures[code].executed === true,
);

/** A refusal counts as not run; a success answer that cannot be used does not. */
export function reportedNotRun({ facts: { upstreamStatus } }: Call, thrown: unknown): boolean {
  if (isFailure(thrown) && thrown.code === 'RATE_LIMITED') return true;
  if (upstreamStatus === undefined) return false;
  return saysNotRun(upstreamStatus) || (upstreamStatus >= 400 && upstreamStatus < 500);
}

/** The failure to throw once the call was sent: the same failure, marked as uncertain where it is. */
export function withDoubt(call: TargetedCall, thrown: unknown): unknown {
  // An unreachable or overloaded service has not executed the call.
  if (!isFailure(thrown) || !failures[thrown.code].retryable || thrown.code === 'UNAVAILABLE') return thrown;
  if (hasNoDoubt(call) || reportedNotRun(call, thrown)) return thrown;
  return changeFailure(thrown, { outcomeUnknown: true, cause: thrown });
}

/** A read has no effect to be unsure about, and a repeatable call may simply be sent again. */
function hasNoDoubt(call: TargetedCall): boolean {
  return !canChange(call) || isRepeatable(call.target.operation, call);
}

/**
 * Marks an answer after which it is unknown whether the call has taken effect; a body that a protocol created says so,
 * too. A service that declares that its call may be retried is believed.
 */
export function markDoubt(call: TargetedCall, answer: AnswerOutcome): AnswerOutcome {
  if (answer.status < 500 || saysNotRun(answer.status) || answer.outcomeUnknown === false) return answer;
  if (hasNoDoubt(call)) return answer;
  const { body, raw } = answer;
  if (isJsonObject(body) && body.retryable === true) {
    if (raw !== undefined) return answer;
    answer.body = { ...body, retryable: false, outcome_unknown: true };
  }
  answer.outcomeUnknown = true;
  return answer;
}
