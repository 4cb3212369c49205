/**
 * Handles batches (aidip.md GAP-28): all inputs are validated before the first one runs, then each passes through the
 * remaining steps with its own key and has its position in the answer.
 */
import type { FieldError, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject, toFailure, writeItemMediaTypes } from '@dragoman/model';
import { mapBounded } from '../documents/map-bounded.js';
import { createYieldWhenDue } from '../documents/yield-when-due.js';
import { answerFailure } from './answer-failure.js';
import type { AnswerOutcome, GatewayStep, Outcome, TargetedCall } from './call.js';
import { errorObject } from './error-object.js';
import { isBatch } from './is-batch.js';
import { checkKey } from './keyed-calls.js';
import { isMedia, mediaTypeHeader } from './media.js';
import type { FindSchemas } from './operation-schemas.js';
import type { GatewaySettings } from './ports.js';
import type { RehearseCall } from './rehearse-call.js';
import type { Gate } from './steps/confirm.js';
import { inputError, invalidInput } from './steps/validate.js';

/** Dependencies of the step. */
export interface BatchPorts {
  schemas: FindSchemas;
  gate: Gate;
  rehearse: RehearseCall;
  settings: Pick<GatewaySettings, 'batch' | 'answerBytes'>;
}

/** Maximum number of errors that one failure names. */
const maxFaults = 100;

type Batch = TargetedCall & { input: JsonValue[] };

/** Result of one item. */
interface ItemResult {
  status: number;
  body: JsonValue;
  /** Media type of a body that is Base64. */
  mediaType?: string | undefined;
  failure?: Failure;
  findings: AnswerOutcome['findings'];
}

/** Creates the step; calls that are not batches pass. */
export function createBatch({ schemas, gate, rehearse, settings }: BatchPorts): GatewayStep {
  const { items: maxItems, concurrency } = settings.batch;
  const runAll = async (call: Batch, next: ItemContext['next']): Promise<Outcome> => {
    if (call.idempotencyKey !== undefined) checkKey(call.idempotencyKey);
    call.timeline?.enter('input');
    await requireValidBatch(schemas, call, maxItems);
    call.facts.items = call.input.length;
    if (call.input.length === 0) return answer(200, []);
    const preview = await gate(call);
    if (preview !== undefined) return rehearse(call).then(() => preview);
    call.timeline?.enter('items');
    const room = { bytes: settings.answerBytes };
    const results = await mapBounded(call.input, concurrency, (input, at) => runItem(call, input, at, { next, room }));
    return gather(call, results);
  };
  return (call, next) => (isBatch(call) ? runAll(call, next) : next(call));
}

function answer(status: number, body: JsonValue): AnswerOutcome {
  return { kind: 'answer', status, body, headers: {}, findings: [], replayed: false };
}

/** Throws `INVALID_INPUT` unless the operation accepts batches, this one is not too large, and every item is valid. */
export async function requireValidBatch(schemas: FindSchemas, call: Batch, maxItems: number): Promise<void> {
  requireBatch(call, maxItems);
  await requireValidItems(schemas, call, call.input);
}

function requireBatch(call: Batch, maxItems: number): void {
  const refuse = (code: string, message: string) =>
    new Failure('INVALID_INPUT', { message, fieldErrors: [{ field: '', pointer: '', code, detail: message }] });
  if (call.target.operation.safety?.batch !== true) {
    throw refuse('gateway/batch-not-offered', 'The operation accepts one input, not an array of inputs.');
  }
  if (call.input.length > maxItems) {
    throw refuse(
      'gateway/batch-too-large',
      `A batch has at most ${maxItems} inputs; this one has ${call.input.length}.`,
    );
  }
}

async function requireValidItems(
  schemas: FindSchemas,
  { target, caller, signal }: TargetedCall,
  inputs: readonly JsonValue[],
): Promise<void> {
  const { input: schema } = schemas(target);
  const faults: FieldError[] = [];
  const yieldWhenDue = createYieldWhenDue();
  for (const [at, input] of inputs.entries()) {
    await yieldWhenDue();
    const problems = await schema.validate(input, () => ({ caller: caller.subject, signal }));
    for (const problem of problems) faults.push(inputError(problem, `/${at}`));
    if (faults.length >= maxFaults) break;
  }
  if (faults.length > 0) throw invalidInput(faults.slice(0, maxFaults));
}

interface ItemContext {
  next: (call: TargetedCall) => Promise<Outcome>;
  /** Bytes left for the answers of all items. */
  room: { bytes: number };
}

async function runItem(
  call: TargetedCall,
  input: JsonValue,
  at: number,
  { next, room }: ItemContext,
): Promise<ItemResult> {
  const { actingFor } = call.facts;
  const key = call.idempotencyKey;
  // Keys from callers contain no spaces, so the key of an item cannot collide with one of them.
  const item: TargetedCall = {
    ...call,
    input,
    batchItem: at,
    wantsStream: false,
    timeline: undefined,
    facts: actingFor === undefined ? {} : { actingFor },
    ...(key === undefined ? {} : { idempotencyKey: `${key} ${at}` }),
  };
  try {
    if (call.signal.aborted) throw new Failure('CANCELLED');
    return toResult(item, await next(item), room);
  } catch (thrown) {
    return failed(toFailure(thrown), call.traceId);
  } finally {
    addFacts(call, item);
  }
}

function addFacts({ facts: whole }: TargetedCall, { facts }: TargetedCall): void {
  if (facts.upstream !== undefined) whole.upstream = facts.upstream;
  if (facts.attempts !== undefined) whole.attempts = (whole.attempts ?? 0) + facts.attempts;
  if (facts.findings !== undefined) whole.findings = (whole.findings ?? 0) + facts.findings;
}

function toResult(item: TargetedCall, outcome: Outcome, room: ItemContext['room']): ItemResult {
  const { traceId } = item;
  if (outcome.kind !== 'answer') throw new Error('An item of a batch ended without a complete answer');
  const mediaType = isMedia(outcome) ? outcome.headers[mediaTypeHeader] : undefined;
  const isText = typeof outcome.body === 'string';
  room.bytes -= outcome.raw?.byteLength ?? (isText ? Buffer.byteLength(String(outcome.body)) : 0);
  if (room.bytes < 0) {
    const message = 'The answers exceed the size limit of a batch.';
    return failed(new Failure('ANSWER_TOO_LARGE', { message }), traceId);
  }
  const { status, body = null, findings } = outcome;
  const failure = answerFailure(outcome);
  if (failure === undefined) return { status, body, mediaType, findings };
  return { status, body: errorItemOf(body, failure, traceId), failure, findings };
}

/**
 * A failed item has an error object whatever its service answered; other content of the service is in a separate
 * member.
 */
function errorItemOf(body: JsonValue, failure: Failure, traceId: string): JsonValue {
  if (isJsonObject(body) && isJsonObject(body.error)) return body;
  return { ...errorObject(failure, traceId), ...(body === null ? {} : { agent_answer: body }) };
}

function failed(failure: Failure, traceId: string): ItemResult {
  return { status: failure.row.status, body: errorObject(failure, traceId), failure, findings: [] };
}

function gather(call: TargetedCall, results: readonly ItemResult[]): AnswerOutcome {
  const failures = results.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0) call.facts.failedItems = failures.length;
  if (failures.length === results.length) throw allFailed(failures);
  const [first] = results;
  const sameStatus = results.every(({ status }) => status === first?.status && status !== 204);
  const status = failures.length > 0 ? 207 : sameStatus ? (first?.status ?? 200) : 200;
  const mediaTypes = writeItemMediaTypes(results.map(({ mediaType }) => mediaType));
  return {
    ...answer(
      status,
      results.map(({ body }) => body),
    ),
    headers: mediaTypes === undefined ? {} : { [mediaTypeHeader]: mediaTypes },
    findings: results.flatMap(({ findings }, at) =>
      findings.map((finding) => ({ ...finding, location: { pointer: `/${at}${finding.location.pointer}` } })),
    ),
  };
}

/** When no item succeeded, the answer is an error: the worst one, with details on each item. */
function allFailed(failures: readonly Failure[]): Failure {
  const worst = failures.reduce((a, b) => (b.row.status > a.row.status ? b : a));
  const waits = failures.flatMap(({ retryAfter }) => retryAfter ?? []);
  return new Failure(worst.code, {
    message: `Every call of the batch failed. The worst failure: ${worst.message}`,
    ...(waits.length === 0 ? {} : { retryAfter: Math.max(...waits) }),
    outcomeUnknown: failures.some((failure) => failure.outcomeUnknown),
    fieldErrors: failures.flatMap(itemErrors).slice(0, maxFaults),
  });
}

/** What is wrong with one item: its wrong fields, or its failure. */
function itemErrors({ code, message, fieldErrors }: Failure, at: number): FieldError[] {
  if (fieldErrors.length === 0) return [{ field: `[${at}]`, pointer: `/${at}`, code, detail: message }];
  return fieldErrors.map((error) => ({
    ...error,
    field: [`[${at}]`, ...(error.field === '' ? [] : [error.field])].join('.').replace('].[', ']['),
    pointer: `/${at}${error.pointer ?? ''}`,
  }));
}
