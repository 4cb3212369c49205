/**
 * Runs a call with an Idempotency-Key once: a repeat gets the first answer, or a failure that it still runs or that its
 * outcome is unknown. Temporary failures are never stored (profile, write safety; aidip.md GAP-33).
 */
import { createHash } from 'node:crypto';
import { isFailure } from '@dragoman/model';
import type { LedgerAnswer } from '../../catalogue/ledger.js';
import type { AnswerOutcome, GatewayStep, Outcome, StreamOutcome, TargetedCall } from '../call.js';
import { executedFailures, reportedNotRun } from '../doubt.js';
import { inputHashOf } from '../input-hash.js';
import { isRepeatable } from '../is-repeatable.js';
import type { AcquireKey, Hold, KeyedCall } from '../keyed-calls.js';
import { checkKey } from '../keyed-calls.js';
import { keptContent, mediaTypeHeader, restoreContent } from '../media.js';
import { saysNotRun } from '../not-run.js';
import { replayedHeader, throwStored, toFailedAnswer } from '../stored-answer.js';

/** Dependencies of the step. */
export interface DeduplicatePorts {
  acquireKey: AcquireKey;
  /** Maximum size of a stored answer, in characters of JSON; a larger one is settled but cannot be replayed. */
  answerSize: number;
}

/** Creates the step; calls without a key and dry runs pass. */
export function createDeduplicate({ acquireKey, answerSize }: DeduplicatePorts): GatewayStep {
  const runOnce = async (
    call: TargetedCall,
    key: string,
    next: (call: TargetedCall) => Promise<Outcome>,
  ): Promise<Outcome> => {
    call.timeline?.enter('ledger');
    const keyed = keyedCall(call, key);
    const taken = await acquireKey(keyed);
    if ('answer' in taken) return replay(call, taken.answer);
    const { hold } = taken;
    let outcome: Outcome;
    try {
      const { hasLeft: _, ...rest } = call;
      outcome = await next({ ...rest, signal: steadySignal(call, hold, keyed), onSend: () => sendOnce(call, hold) });
    } catch (thrown) {
      await endFailed(hold, keyed, call, thrown);
      throw thrown;
    }
    if (outcome.kind === 'answer') call.timeline?.enter('ledger');
    await endAnswered(hold, keyed, { call, outcome }, answerSize);
    return outcome;
  };
  return (call, next) =>
    call.idempotencyKey === undefined || call.dryRun ? next(call) : runOnce(call, call.idempotencyKey, next);
}

function keyedCall(call: TargetedCall, key: string): KeyedCall {
  const { operation } = call.target;
  // The key of an item was derived from a checked one, and is slightly longer.
  if (call.batchItem === undefined) checkKey(key);
  const fingerprint = createHash('sha256')
    .update(`${operation.version} ${inputHashOf(call)}`)
    .digest('hex');
  return {
    scope: JSON.stringify([call.caller.subject, operation.id]),
    key,
    fingerprint,
    repeatable: isRepeatable(operation, call),
  };
}

/**
 * A call that may not be repeated is completed once it was sent, although its caller has disconnected: with its key it
 * can still get the answer. Background runs, streams and calls that a disconnect should cancel are excluded.
 */
function steadySignal(call: TargetedCall, hold: Hold, { repeatable }: KeyedCall): AbortSignal {
  const { signal } = call;
  if (repeatable || call.wantsStream || call.accepted === true || call.cancelsOnDisconnect === true) return signal;
  const steady = new AbortController();
  const leave = () => {
    if (!hold.sent) steady.abort(signal.reason);
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return steady.signal;
}

async function sendOnce(call: TargetedCall, hold: Hold): Promise<void> {
  await hold.markSent();
  await call.onSend?.();
}

async function endAnswered(
  hold: Hold,
  keyed: KeyedCall,
  { call, outcome }: { call: TargetedCall; outcome: Outcome },
  answerSize: number,
): Promise<void> {
  if (outcome.kind === 'preview') return hold.release();
  if (outcome.kind === 'stream') return followStream(hold, keyed, outcome);
  const { status } = outcome;
  if (saysNotRun(status)) return hold.release();
  if (status >= 500) return keyed.repeatable ? hold.release() : hold.abandon();
  return hold.settle(toAnswer(call, outcome, answerSize));
}

async function endFailed(hold: Hold, keyed: KeyedCall, call: TargetedCall, thrown: unknown): Promise<void> {
  if (isFailure(thrown) && executedFailures.includes(thrown.code)) return hold.settle(toFailedAnswer(thrown));
  return hold.sent && !keyed.repeatable && !reportedNotRun(call, thrown) ? hold.abandon() : hold.release();
}

/** The key is held until the stream has ended; its content is not stored. */
async function followStream(hold: Hold, keyed: KeyedCall, { status, ended }: StreamOutcome): Promise<void> {
  const after = ended.then(({ failure }) => {
    if (failure === undefined) return hold.settle({ status, headers: {}, unkept: true });
    return keyed.repeatable ? hold.release() : hold.abandon();
  });
  after.catch(() => hold.abandon());
}

function toAnswer(call: TargetedCall, outcome: AnswerOutcome, answerSize: number): LedgerAnswer {
  const { status, headers, body, ownBody, findings } = outcome;
  const parts = keptContent(outcome, call.target.operation);
  const size = body === undefined ? 0 : JSON.stringify(body).length;
  const isLarge = size > answerSize || (parts.content !== undefined && JSON.stringify(parts).length > answerSize);
  if (isLarge) return { status, headers: {}, unkept: true };
  return {
    status,
    headers,
    ...(body === undefined ? {} : { body }),
    ...parts,
    ...(ownBody === undefined ? {} : { ownBody }),
    ...(findings.length === 0 ? {} : { findings }),
  };
}

function replay(call: TargetedCall, answer: LedgerAnswer): AnswerOutcome {
  call.facts.replayed = true;
  call.facts.upstreamStatus = answer.status;
  throwStored(answer);
  const content = restoreContent({ ...answer, mediaType: answer.headers[mediaTypeHeader] }, call.target.operation);
  return {
    kind: 'answer',
    status: answer.status,
    headers: { ...answer.headers, [replayedHeader]: 'true' },
    ...(answer.body === undefined ? {} : { body: answer.body }),
    ...(content === undefined ? {} : { content }),
    ...(answer.ownBody === undefined ? {} : { ownBody: true }),
    findings: [...(answer.findings ?? [])],
    replayed: true,
  };
}
