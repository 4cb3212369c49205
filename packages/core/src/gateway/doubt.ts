/**
 * Calls that failed and may have taken effect all the same. Whoever is told of such a failure must not take it for one that a
 * repeat cures: a repeat would do it twice, or find that nobody knows (profile, P02; AIDIP-GATE-10).
 */
import { changeFailure, isFailure, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, Call, TargetedCall } from './call.js';
import { isRepeatable } from './is-repeatable.js';
import { saysNotRun } from './not-run.js';

/** A refusal counts as not run; an answer of success that cannot be used does not. */
export function toldNotRun({ facts: { upstreamStatus } }: Call, thrown: unknown): boolean {
  if (isFailure(thrown) && thrown.code === 'RATE_LIMITED') return true;
  if (upstreamStatus === undefined) return false;
  return saysNotRun(upstreamStatus) || (upstreamStatus >= 400 && upstreamStatus < 500);
}

/** What is thrown in the place of this once the call was sent: the same failure, with the doubt told where there is one. */
export function withDoubt(call: TargetedCall, thrown: unknown): unknown {
  // Who is not there, or has no room, was not asked.
  if (!isFailure(thrown) || !thrown.row.retryable || thrown.code === 'UNAVAILABLE') return thrown;
  if (isRepeatable(call.target.operation, call) || toldNotRun(call, thrown)) return thrown;
  return changeFailure(thrown, { outcomeUnknown: true, cause: thrown });
}

/**
 * Marks an answer behind which nobody knows whether the call has taken effect; a body that was made here says so, too. An
 * agent that says itself that its call may be repeated is taken at its word.
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
