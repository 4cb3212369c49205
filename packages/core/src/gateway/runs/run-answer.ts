/** The answer for a caller whose call continues in the background. */
import type { JsonObject } from '@dragoman/model';
import type { RunRecord, RunWebhook } from '../../catalogue/runs.js';
import { endStates } from '../../catalogue/runs.js';
import type { AnswerOutcome } from '../call.js';

/** Header that names the operation; an answer that has it was written here and not by a service. */
export const runHeader = 'x-dragoman-operation';

/** True for the answer to a call that continues in the background. */
export function isAccepted({ headers }: Pick<AnswerOutcome, 'headers'>): boolean {
  return Object.hasOwn(headers, runHeader);
}

/** Path of a run. */
export function runPath(id: string, ...rest: readonly string[]): string {
  return ['/operations', encodeURIComponent(id), ...rest].join('/');
}

/** The answer to a call that was accepted. */
export function acceptedAnswer(run: RunRecord, now: number): AnswerOutcome {
  return {
    kind: 'answer',
    status: 202,
    body: { id: run.id, state: run.state, links: runLinks(run), retry_after: pollSeconds(run, now) },
    headers: {
      [runHeader]: run.id,
      location: runPath(run.id),
      'retry-after': String(pollSeconds(run, now)),
      'preference-applied': 'respond-async',
    },
    findings: [],
    replayed: false,
  };
}

/** Links of a run, depending on its state. */
export function runLinks({ id, state }: Pick<RunRecord, 'id' | 'state'>): JsonObject {
  const ended = endStates.includes(state);
  return { self: runPath(id), ...(ended ? { result: runPath(id, 'result') } : { cancel: runPath(id, 'cancel') }) };
}

/** Seconds until the next poll is useful: short for a new run, longer for an old one. */
export function pollSeconds({ createdAt }: Pick<RunRecord, 'createdAt'>, now: number): number {
  const age = (now - Date.parse(createdAt)) / 1000;
  if (age < 10) return 1;
  return age < 60 ? 5 : 15;
}

/** Delivery state of the notification of one receiver. */
export function writeWebhook({ url, attempts, deliveredAt, nextAt, lastError }: RunWebhook): JsonObject {
  return {
    url,
    attempts,
    ...(deliveredAt === undefined ? {} : { delivered_at: deliveredAt }),
    ...(nextAt === undefined ? {} : { next_at: nextAt }),
    ...(lastError === undefined ? {} : { last_error: lastError }),
  };
}
