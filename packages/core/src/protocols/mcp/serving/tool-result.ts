/**
 * Converts the outcome of a call to the result of `tools/call`. A failure is a result too, so that a model can act on
 * it; its code and whether to retry are in `_meta`. Content of the service is marked as untrusted.
 */
import type { Failure, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, Call, Outcome } from '../../../gateway/call.js';
import { replayedHeader } from '../../../gateway/stored-answer.js';
import { answerFailure, foreignCode } from '../../../transport/answer-failure.js';
import { writePreview } from '../../../transport/call-answer.js';
import { failureHeader, ownMeta } from '../wire.js';
import type { ToolAim } from './root.js';

/** `_meta` member names, precomputed because concatenation on each call is expensive. */
const names = {
  agent: `${ownMeta}agent`,
  origin: `${ownMeta}origin`,
  trust: `${ownMeta}trust`,
  findings: `${ownMeta}findings`,
  replayed: `${ownMeta}replayed`,
  trace: `${ownMeta}trace_id`,
} as const;

/** Maximum number of field errors in a result. */
const maxFaults = 50;

/** The result for the outcome of a call. */
export function resultOf(call: Call, aim: ToolAim, outcome: Outcome): JsonObject {
  if (outcome.kind === 'preview') return structuredResult(writePreview(outcome.preview), aim.meta, aim.structured);
  if (outcome.kind === 'stream') throw new Error('unexpected stream for a call without streaming');
  const failure = failureOf(outcome);
  return failure === undefined ? answerOf(call, aim, outcome) : refusalOf(call, failure, saidOf(outcome));
}

/**
 * The failure in a response, with the service's own code if it came over MCP. The service's text is part of the
 * result.
 */
function failureOf(answer: AnswerOutcome): Failure | undefined {
  const code = foreignCode(answer.headers[failureHeader]);
  return answerFailure(answer, { withoutMessage: true, ...(code === undefined ? {} : { code }) });
}

/** A preview does not match the output schema of the operation, so it is sent as text if there is one. */
function structuredResult(value: JsonObject, meta: JsonObject, hasSchema: boolean): JsonObject {
  return {
    content: [textOf(value)],
    ...(hasSchema ? { isError: true } : { structuredContent: value }),
    _meta: { ...meta, [`${ownMeta}preview`]: value },
  };
}

/** The result of one of the server's own tools. */
export function ownResult(value: JsonObject): JsonObject {
  return { content: [textOf(value)], structuredContent: value };
}

function answerOf(call: Call, aim: ToolAim, outcome: AnswerOutcome): JsonObject {
  const { content, findings } = outcome;
  const body = aim.toOutput === undefined ? outcome.body : aim.toOutput(outcome.body);
  const fits = !findings.some(({ code }) => code === 'gateway/output-mismatch' || code === 'gateway/output-missing');
  // Object.assign, not spread: copies of an object that was itself built by spreading get a hidden class each, which
  // costs 20 times as much.
  const meta: JsonObject = Object.assign({}, aim.meta);
  meta[names.origin] = aim.meta[names.agent] ?? call.agentId;
  meta[names.trust] = 'untrusted';
  if (findings.length > 0) meta[names.findings] = [...new Set(findings.map(({ code }) => code))];
  if (Object.hasOwn(outcome.headers, replayedHeader)) meta[names.replayed] = true;
  meta[names.trace] = call.traceId;
  const blocks = content ?? (body === undefined ? [] : [textOf(body)]);
  // A tool with an output schema must return matching content; other content is reported as an error.
  if (aim.structured && (!fits || !isJsonObject(body))) {
    return { content: blocks, isError: true, _meta: { ...meta, ...codeMeta('OUTPUT_INVALID', false) } };
  }
  return isJsonObject(body) && !isParts(body, content)
    ? { content: blocks, structuredContent: body, _meta: meta }
    : { content: blocks, _meta: meta };
}

/** True for a body that only repeats the parts; it is not sent twice. */
function isParts(body: JsonObject, content: readonly JsonObject[] | undefined): boolean {
  return content !== undefined && body.content === content;
}

function textOf(value: JsonValue): JsonObject {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
}

function saidOf({ body, content }: AnswerOutcome): JsonObject[] {
  return content ?? (body === undefined ? [] : [textOf(body)]);
}

function codeMeta(code: string, retryable: boolean): JsonObject {
  return { [`${ownMeta}code`]: code, [`${ownMeta}retryable`]: retryable };
}

/** The result of a failed call, with the service's response. */
export function refusalOf(call: Pick<Call, 'traceId'>, failure: Failure, said: readonly JsonObject[] = []): JsonObject {
  const { row, code, retryAfter, fieldErrors } = failure;
  const message = code === 'INTERNAL' ? row.message : failure.message;
  const faults = fieldErrors.slice(0, maxFaults);
  const lines = faults.map(({ field, detail }) => `- ${field === '' ? '(input)' : field}: ${detail}`);
  const again = row.retryable ? ' A retry without changes may succeed later.' : '';
  const text = [`${code}: ${message}${again}`, ...lines, ...(said.length === 0 ? [row.help] : [])].join('\n');
  return {
    content: said.length === 0 ? [{ type: 'text', text }] : [...said],
    isError: true,
    _meta: {
      ...codeMeta(code, row.retryable),
      ...(retryAfter === undefined ? {} : { [`${ownMeta}retry_after`]: retryAfter }),
      ...(faults.length === 0 ? {} : { [`${ownMeta}field_errors`]: faults.map((fault) => ({ ...fault })) }),
      ...(said.length === 0 ? {} : { [names.trust]: 'untrusted' }),
      [names.trace]: call.traceId,
    },
  };
}
