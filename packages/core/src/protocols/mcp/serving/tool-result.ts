/**
 * Converts the outcome of a call to the result of `tools/call`. A failure is a result too, so that a model can act on
 * its text; its code and whether to retry are also in `_meta`. Content of the service is marked as untrusted.
 */
import type { Failure, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { factsOf, failureText, isJsonObject } from '@dragoman/model';
import { answerFailure } from '../../../gateway/answer-failure.js';
import type { AnswerOutcome, Call, Outcome } from '../../../gateway/call.js';
import { hasFiles, isMedia, withoutBytes } from '../../../gateway/media.js';
import { replayedHeader } from '../../../gateway/stored-answer.js';
import { writePreview } from '../../../transport/call-answer.js';
import { outputWarning } from '../../../transport/output-warning.js';
import { ownMeta } from '../wire.js';
import { answerMeta, metaNames } from './answer-meta.js';
import type { ToolAim } from './root.js';
import { joinedParts } from './root-content.js';
import { specialResult } from './served-output.js';

/** Maximum number of field errors in a result. */
const maxFaults = 50;

/** What a result says about its call. */
export interface ResultCall extends Pick<Call, 'agentId' | 'traceId'> {
  target?: { operation: Operation };
}

/** The result for the outcome of a call. */
export function resultOf(call: ResultCall, aim: ToolAim, outcome: Outcome): JsonObject {
  if (outcome.kind === 'preview') return previewOf(writePreview(outcome.preview), aim);
  if (outcome.kind === 'stream') throw new Error('unexpected stream for a call without streaming');
  const failure = answerFailure(outcome);
  return failure === undefined ? answerOf(call, aim, outcome) : refusalOf(call, failure, partsOf(call, aim, outcome));
}

function previewOf(value: JsonObject, { meta, structured }: ToolAim): JsonObject {
  return {
    content: [textOf(value)],
    structuredContent: structured ? specialResult('preview', value) : value,
    _meta: { ...meta, [`${ownMeta}preview`]: value },
  };
}

/** Characters up to which a result is sent as text and as structured content, as the protocol recommends. */
export const maxTwice = 10_000;

/** The result of one of the server's own tools; a long one is structured only if its schema requires it. */
export function ownResult(value: JsonObject, structured: boolean): JsonObject {
  const text = textOf(value);
  const isShort = String(text.text).length <= maxTwice;
  return { content: [text], ...(structured || isShort ? { structuredContent: value } : {}) };
}

function partsOf({ agentId }: ResultCall, { joined }: ToolAim, { content }: AnswerOutcome): AnswerOutcome['content'] {
  return joined === true && content !== undefined ? joinedParts(content, agentId) : content;
}

function answerOf(call: ResultCall, aim: ToolAim, outcome: AnswerOutcome): JsonObject {
  const { content, findings } = outcome;
  const body = aim.toOutput === undefined ? outcome.body : aim.toOutput(outcome.body);
  const meta = metaOf(call, aim, outcome);
  const parts = partsOf(call, aim, outcome);
  const blocks = parts ?? (body === undefined ? [] : [textOf(body)]);
  const warning = findings.length === 0 ? undefined : outputWarning(findings);
  // Bytes are in the parts, and are not sent twice.
  const bare = body !== undefined && hasFiles(body, call.target?.operation) ? withoutBytes(body) : body;
  const structure = isMedia(outcome) ? undefined : bare;
  if (warning !== undefined || (aim.structured && !isJsonObject(body))) {
    return uncheckedOf({ content: blocks, _meta: meta }, aim, structure, warning);
  }
  return isJsonObject(structure) && !isParts(structure, content)
    ? { content: blocks, structuredContent: structure, _meta: meta }
    : { content: blocks, _meta: meta };
}

function metaOf(call: ResultCall, aim: ToolAim, { findings, headers }: AnswerOutcome): Readonly<JsonObject> {
  const isReplayed = Object.hasOwn(headers, replayedHeader);
  if (findings.length === 0 && !isReplayed) return answerMeta(aim.meta, call);
  return {
    ...aim.meta,
    [metaNames.origin]: aim.meta[metaNames.agent] ?? call.agentId,
    [metaNames.trust]: 'untrusted',
    ...(findings.length > 0 ? { [metaNames.findings]: [...new Set(findings.map(({ code }) => code))] } : {}),
    ...(isReplayed ? { [metaNames.replayed]: true } : {}),
    [metaNames.trace]: call.traceId,
  };
}

/** An output that violates its schema: a success, with a warning after its content. */
function uncheckedOf(
  { content, _meta }: { content: JsonObject[]; _meta: JsonObject },
  { structured }: ToolAim,
  body: JsonValue | undefined,
  warning = 'Warning: the call succeeded, do not repeat it. Its output is not an object.',
): JsonObject {
  const told = { content: [...content, textOf(warning)], _meta };
  if (structured) {
    const output = body === undefined ? {} : { output: body };
    return { ...told, structuredContent: specialResult('unchecked', { warning, ...output }) };
  }
  return isJsonObject(body) && !isParts(body, content) ? { ...told, structuredContent: body } : told;
}

/** True for a body that only repeats the parts; it is not sent twice. */
function isParts(body: JsonObject, content: readonly JsonObject[] | undefined): boolean {
  return content !== undefined && body.content === content;
}

function textOf(value: JsonValue): JsonObject {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
}

function codeMeta(code: string, retryable: boolean): JsonObject {
  return { [`${ownMeta}code`]: code, [`${ownMeta}retryable`]: retryable };
}

/** The result of a failed call: one text that a model can act on, then the parts of the service that are not text. */
export function refusalOf(
  { traceId }: Pick<Call, 'traceId'>,
  failure: Failure,
  parts: readonly JsonObject[] = [],
): JsonObject {
  const facts = factsOf(failure);
  const { code, retryable, retryAfter, said } = facts;
  const faults = failure.fieldErrors.slice(0, maxFaults);
  const others = parts.filter(({ type }) => type !== 'text');
  return {
    content: [{ type: 'text', text: failureText(facts) }, ...others],
    isError: true,
    _meta: {
      ...codeMeta(code, retryable),
      ...(retryAfter === undefined ? {} : { [`${ownMeta}retry_after`]: retryAfter }),
      ...(failure.outcomeUnknown ? { [`${ownMeta}outcome_unknown`]: true } : {}),
      ...(faults.length === 0 ? {} : { [`${ownMeta}field_errors`]: faults.map((fault) => ({ ...fault })) }),
      ...(said === undefined && others.length === 0 ? {} : { [metaNames.trust]: 'untrusted' }),
      [metaNames.trace]: traceId,
    },
  };
}
