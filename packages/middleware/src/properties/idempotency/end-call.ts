/** What happens to a key when its call has ended: stored, released, or marked as unknown. */
import type { Hold, LedgerAnswer } from '@dragoman/core/http';
import { toFailedAnswer } from '@dragoman/core/http';
import { isFailure } from '@dragoman/model';

/** Errors that a retry may not get again: missing credentials, permission, condition, quota or timing. */
const passing: readonly number[] = [401, 403, 408, 412, 421, 425, 428, 429];

/** Statuses which mean that nothing was executed and that a retry may succeed. */
const notRun: readonly number[] = [501, 503, 505, 511];

/** How server errors are treated. */
export interface EndRules {
  /** True: after a 500 a retry runs again, because the host rolls back failures. */
  release: boolean;
}

/** Ends a hold after a response, whatever its status. */
export async function endAnswered(hold: Hold, answer: LedgerAnswer, rules: EndRules): Promise<void> {
  const { status } = answer;
  if (status < 500 && !passing.includes(status)) return hold.settle(answer);
  return status < 500 || notRun.includes(status) || rules.release ? hold.release() : hold.abandon();
}

/** Ends a hold after an exception; one that is not a failure may have been thrown after the effect. */
export async function endThrown(hold: Hold, thrown: unknown, rules: EndRules): Promise<void> {
  if (!isFailure(thrown)) return rules.release ? hold.release() : hold.abandon();
  if (thrown.outcomeUnknown) return hold.abandon();
  return endAnswered(hold, toFailedAnswer(thrown), rules);
}
