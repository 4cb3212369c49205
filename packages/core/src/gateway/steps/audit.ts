/**
 * The outermost step: one record per call, written last and for rejected calls too. It has caller, target, outcome and
 * duration; the input is included as a hash only. A call that can change something is also noted before it leaves.
 */

import { randomUUID } from 'node:crypto';
import { quoteJson } from '@dragoman/documents';
import type { Failure } from '@dragoman/model';
import { toFailure } from '@dragoman/model';
import type { AuditDraft, AuditOutcome } from '../../catalogue/audit.js';
import { createTimestamp } from '../../documents/host.js';
import type { Call, CallFacts, GatewayStep, Outcome, StreamOutcome } from '../call.js';
import type { CallEnd } from '../call-log.js';
import { inputHashOf } from '../input-hash.js';
import type { GatewayPorts } from '../ports.js';
import { outcomeOfFailure } from '../recorded-outcome.js';
import { Timeline } from '../timeline.js';

/** Action of a record. */
export const callAction = 'call';

/** Maximum length of a target and of a name in a record. */
const maxTextLength = 512;

/** Creates the step. */
export function createAudit({
  log,
  clock,
  elapsed,
}: Pick<GatewayPorts, 'log' | 'clock' | 'elapsed'>): GatewayStep<Call> {
  const timestamp = createTimestamp(clock);
  const writeDetail = createWriteDetail();
  return async (call, next) => {
    const room = log.open();
    const note = room instanceof Promise ? await room : room;
    const timeline = new Timeline(elapsed);
    call.timeline = timeline;
    noteDelegation(call);
    if (log.intend !== undefined) call.intend = createIntend(call, log.intend, timestamp);
    const record: Record = (status, failure, inDoubt = false) => {
      const end = endOf(call, status, timeline.ms());
      const outcome = failure === undefined ? (inDoubt ? 'unknown' : 'done') : outcomeOfFailure(call, failure);
      const draft = draftOf(call, { at: timestamp(), detail: writeDetail(call, end) }, outcome);
      if (failure !== undefined) draft.code = failure.code;
      return note(draft, end);
    };
    let outcome: Outcome;
    try {
      outcome = await next(call);
    } catch (thrown) {
      const failure = toFailure(thrown);
      await record(failure.row.status, failure);
      throw thrown;
    }
    if (outcome.kind === 'stream') return recordAtEnd(outcome, record);
    const kept = outcome.kind === 'answer' ? record(outcome.status, undefined, outcome.outcomeUnknown) : record(200);
    if (kept !== undefined) await kept;
    return outcome;
  };
}

type Record = (status: number, failure?: Failure, inDoubt?: boolean) => Promise<void> | undefined;

/** The items of a batch and the attempts of a call share one intent. */
function createIntend(
  call: Call,
  intend: NonNullable<GatewayPorts['log']['intend']>,
  timestamp: () => string,
): () => Promise<void> {
  let stored: Promise<void> | undefined;
  return () => {
    stored ??= intendOnce(call, intend, timestamp());
    return stored;
  };
}

async function intendOnce(call: Call, intend: NonNullable<GatewayPorts['log']['intend']>, at: string): Promise<void> {
  const id = randomUUID();
  const draft = draftOf(call, { at, detail: intentDetail(call, id, at) }, 'unknown');
  // Set first: a write that failed may have been committed all the same, and the end of the call removes it.
  call.facts.call = id;
  await intend(id, { ...draft, code: 'OUTCOME_UNKNOWN' });
}

/** The facts that are known before a call leaves. */
function intentDetail(call: Call, id: string, startedAt: string): string {
  const { face, target, facts } = call;
  const operation = target?.operation.name.slice(0, maxTextLength);
  const known =
    target === undefined ? {} : { operation, version: target.operation.version, inputHash: inputHashOf(call) };
  return JSON.stringify({ face, ...known, ...facts, call: id, startedAt });
}

/** Permissions depend on the subject; the record also says who used them. */
function noteDelegation({ caller: { subject, actor }, facts }: Call): void {
  if (actor === undefined) return;
  facts.actingFor = subject;
  facts.actor = actor.slice(0, maxTextLength);
}

/** A stream is recorded when it has ended, since only then its outcome is known. */
function recordAtEnd(outcome: StreamOutcome, record: Record): Outcome {
  const ended = outcome.ended.then(async (end) => {
    await record(outcome.status, end.failure === undefined ? undefined : toFailure(end.failure));
    return end;
  });
  // An interface need not wait for the end; the log reports its own errors.
  ended.catch(() => undefined);
  return { ...outcome, ended };
}

function endOf(call: Call, status: number, durationMs: number): CallEnd {
  const operation = call.target?.operation.name ?? call.operationName;
  const known = call.target !== undefined;
  const end: CallEnd = { status, durationMs: Math.round(durationMs * 1000) / 1000, known };
  if (operation !== undefined) end.operation = operation.slice(0, maxTextLength);
  if (call.facts.call !== undefined) end.intent = call.facts.call;
  if (call.facts.attempts !== undefined) end.attempts = call.facts.attempts;
  return end;
}

function draftOf(call: Call, { at, detail }: { at: string; detail: string }, outcome: AuditOutcome): AuditDraft {
  return {
    at,
    actor: call.caller.subject,
    action: callAction,
    target: call.agentId.slice(0, maxTextLength),
    outcome,
    code: '',
    traceId: call.traceId,
    detail,
  };
}

/** Writes the facts as JSON; unknown members are omitted. */
function createWriteDetail(): (call: Call, end: CallEnd) => string {
  const last = { face: '', operation: '', text: '' };
  const begin = (face: string, operation: string) => {
    if (face === last.face && operation === last.operation) return last.text;
    last.face = face;
    last.operation = operation;
    last.text = `{"face":${quoteJson(face)},"operation":${quoteJson(operation)}`;
    return last.text;
  };
  return (call, end) => {
    const { operation } = end;
    return detailOf(
      call,
      end,
      operation === undefined ? `{"face":${quoteJson(call.face)}` : begin(call.face, operation),
    );
  };
}

function detailOf(call: Call, { status, durationMs }: CallEnd, begun: string): string {
  const { facts, target, timeline } = call;
  let text = begun;
  // The input of a call that was rejected early is not hashed.
  if (target !== undefined) text += `,"version":${target.operation.version},"inputHash":"${inputHashOf(call)}"`;
  text += `,"status":${status},"durationMs":${writeMilliseconds(durationMs)}`;
  for (const name in facts) {
    const fact = facts[name as keyof CallFacts];
    if (fact === undefined || (name === 'inputHash' && target !== undefined)) continue;
    text += `,"${name}":${typeof fact === 'string' ? quoteJson(fact) : fact}`;
  }
  // It has no characters that JSON escapes.
  if (timeline !== undefined) text += `,"timeline":"${timeline.text}"`;
  text += '}';
  // Reading a character flattens the string. It is queued for writing, and would otherwise retain each of its pieces.
  text.charCodeAt(0);
  return text;
}

/** A number of milliseconds with three decimals; two integers are written in a tenth of the time of one fraction. */
function writeMilliseconds(milliseconds: number): string {
  const micros = Math.round(milliseconds * 1000);
  const rest = micros % 1000;
  return `${(micros - rest) / 1000}.${rest < 100 ? '0' : ''}${rest < 10 ? '0' : ''}${rest}`;
}
