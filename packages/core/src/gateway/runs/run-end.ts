/** The part of a run's record that is written when it ends. */

import type { FailureCode } from '@dragoman/model';
import { changeFailure, toFailure } from '@dragoman/model';
import type { RunRecord } from '../../catalogue/runs.js';
import { answerFailure } from '../answer-failure.js';
import type { Call, Outcome } from '../call.js';
import { errorObject } from '../error-object.js';
import { keptContent, mediaTypeHeader } from '../media.js';

/** How a run ended. */
export type RunEnd = Pick<RunRecord, 'state' | 'status' | 'result' | 'mediaType' | 'content' | 'failure' | 'findings'>;

/** The end for an outcome: the service's answer is the result, whatever it is. */
export function endOf(outcome: Outcome, { traceId, target }: Pick<Call, 'traceId' | 'target'>): RunEnd {
  if (outcome.kind !== 'answer') throw new Error('A run ended without a complete answer');
  const { status, body, findings, headers } = outcome;
  const mediaType = headers[mediaTypeHeader];
  const answered = {
    status,
    ...(body === undefined ? {} : { result: body }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...keptContent(outcome, target?.operation),
    ...(findings.length === 0 ? {} : { findings }),
  };
  const failure = answerFailure(outcome);
  if (failure === undefined) return { state: 'succeeded', ...answered };
  const message = `${failure.message.replace(/\.$/, '')}; its own words are in the result.`;
  return {
    state: 'failed',
    ...answered,
    failure: errorObject(changeFailure(failure, { status, message, said: '' }), traceId),
  };
}

/** The end for a failure; undefined when the run has not ended and must be resumed. */
export function endOfFailure(thrown: unknown, traceId: string): RunEnd | undefined {
  const failure = toFailure(thrown);
  // The ledger still waits for a process that has stopped; later it will have an answer.
  if (failure.code === 'CALL_RUNNING') return undefined;
  const state = states[failure.code] ?? 'failed';
  return { state, status: failure.row.status, failure: errorObject(failure, traceId) };
}

const states: Partial<Record<FailureCode, RunRecord['state']>> = {
  OUTCOME_UNKNOWN: 'interrupted',
  CANCELLED: 'cancelled',
};
