/** The outcome in the audit record of a call that failed: refused here, failed, or unknown after it was sent. */
import type { Failure, FailureCode } from '@dragoman/model';
import type { AuditOutcome } from '../catalogue/audit.js';
import type { Call } from './call.js';
import { executedFailures, reportedNotRun } from './doubt.js';
import { canChange } from './write-intent.js';

/** Failures of the server's own policy that have the status of a server error. */
const policyFailures: readonly FailureCode[] = ['UPSTREAM_REFUSED'];

/** The outcome of a failed call; `refused` means that this server rejected it before anything was sent. */
export function outcomeOfFailure(call: Call, failure: Failure): AuditOutcome {
  if ((call.facts.attempts ?? 0) > 0) return mayHaveTakenEffect(call, failure) ? 'unknown' : 'failed';
  const isRejection = failure.row.status < 500 && failure.code !== 'CANCELLED';
  return isRejection || policyFailures.includes(failure.code) ? 'refused' : 'failed';
}

function mayHaveTakenEffect(call: Call, failure: Failure): boolean {
  if (failure.outcomeUnknown) return true;
  const { target, dryRun } = call;
  if (target === undefined || !canChange({ target, dryRun }) || executedFailures.includes(failure.code)) return false;
  return failure.code !== 'UNAVAILABLE' && !reportedNotRun(call, failure);
}
