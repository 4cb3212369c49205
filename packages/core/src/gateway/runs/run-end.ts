/** What a run comes to: the part of its record that is written when it ends. */

import type { FailureCode } from '@dragoman/model';
import { Failure, toFailure } from '@dragoman/model';
import type { RunRecord } from '../../catalogue/runs.js';
import type { Outcome } from '../call.js';
import { errorObject } from '../error-object.js';

/** How a run ended. */
export type RunEnd = Pick<RunRecord, 'state' | 'status' | 'result' | 'failure' | 'findings'>;

/** The end that an outcome stands for: the agent's answer is the result, whatever it says. */
export function endOf(outcome: Outcome, traceId: string): RunEnd {
  if (outcome.kind !== 'answer') throw new Error('a run ended in no whole answer');
  const { status, body, findings } = outcome;
  const answered = {
    status,
    ...(body === undefined ? {} : { result: body }),
    ...(findings.length === 0 ? {} : { findings }),
  };
  if (status >= 200 && status < 300) return { state: 'succeeded', ...answered };
  const failure = new Failure(status < 500 ? 'INVALID_INPUT' : 'UPSTREAM_ERROR', {
    message: `The agent answered ${status}; its own words stand in the result.`,
  });
  return { state: 'failed', ...answered, failure: errorObject(failure, traceId) };
}

/** The end that a failure stands for; undefined when it means no end and the run has to be taken up again. */
export function endOfFailure(thrown: unknown, traceId: string): RunEnd | undefined {
  const failure = toFailure(thrown);
  // The ledger still waits for a process that is gone; later it will know.
  if (failure.code === 'CALL_RUNNING') return undefined;
  const state = states[failure.code] ?? 'failed';
  return { state, status: failure.row.status, failure: errorObject(failure, traceId) };
}

const states: Partial<Record<FailureCode, RunRecord['state']>> = {
  OUTCOME_UNKNOWN: 'interrupted',
  CANCELLED: 'cancelled',
};
