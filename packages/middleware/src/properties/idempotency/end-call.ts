/** What becomes of a key when its call has ended: kept for good, free again, or marked as nobody knows. */
import type { Hold, LedgerAnswer } from '@dragoman/core/http';
import { toFailedAnswer } from '@dragoman/core/http';
import { isFailure } from '@dragoman/model';

/** Refusals that a repeat may not meet again: a credential, a right, a condition, an allowance or a moment is missing. */
const passing: readonly number[] = [401, 403, 408, 412, 421, 425, 428, 429];

/** Statuses that say that nothing was done, and may be done later. */
const notRun: readonly number[] = [501, 503, 505, 511];

/** How errors of the server are taken. */
export interface EndRules {
  /** True: after a 500 a repeat runs again, since the host undoes what failed. */
  release: boolean;
}

/** Ends a hold after an answer, whatever its status. */
export async function endAnswered(hold: Hold, answer: LedgerAnswer, rules: EndRules): Promise<void> {
  const { status } = answer;
  if (status < 500 && !passing.includes(status)) return hold.settle(answer);
  return status < 500 || notRun.includes(status) || rules.release ? hold.release() : hold.abandon();
}

/** Ends a hold after something was thrown; what is no failure may have been thrown behind the deed. */
export async function endThrown(hold: Hold, thrown: unknown, rules: EndRules): Promise<void> {
  if (!isFailure(thrown)) return rules.release ? hold.release() : hold.abandon();
  if (thrown.outcomeUnknown) return hold.abandon();
  return endAnswered(hold, toFailedAnswer(thrown), rules);
}
