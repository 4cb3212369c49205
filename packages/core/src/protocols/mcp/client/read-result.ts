/** The result of somebody's `tools/call` → the operation's answer, its parts kept; an error keeps the code that came with it. */
import type { Diagnostic, JsonObject, JsonValue } from '@dragoman/model';
import { diagnose, Failure, failures, isJsonObject } from '@dragoman/model';
import type { AnswerOutcome, Target } from '../../../gateway/call.js';
import { foreignCode } from '../../../transport/answer-failure.js';
import { rpcCodes } from '../../../transport/json-rpc.js';
import { mcpDiagnostics } from '../diagnostics.js';
import { plainPart } from '../well-formed.js';
import { failureHeader, memberOf, metaOf, ownMeta } from '../wire.js';
import type { LinkAnswer } from './mcp-link.js';

/** The answer; throws what is no answer of the tool. */
export function outcomeOf(target: Target, answer: LinkAnswer): AnswerOutcome {
  if (answer.kind === 'error') throw failureOf(answer);
  const { result } = answer;
  const type = memberOf(result, 'resultType') ?? 'complete';
  if (type === 'input_required') {
    throw new Failure('CONFLICT', { message: 'The tool asks its user for more, which cannot be asked for from here.' });
  }
  if (type !== 'complete')
    throw new Failure('UPSTREAM_ERROR', { message: 'The server gave a result of an unknown type.' });
  const findings: Diagnostic[] = [];
  const content = partsOf(result, findings);
  const body = bodyOf(target, result, content);
  const plain: AnswerOutcome = { kind: 'answer', status: 200, headers: {}, findings, replayed: false, content };
  if (body !== undefined) plain.body = body;
  // What is structured and stands in no part is told by faces that know parts as they tell any other body.
  if (content.length === 0 && body !== null && result.isError !== true) delete plain.content;
  return result.isError === true ? asError(plain, result) : plain;
}

/** Findings on the parts of one result. */
const mostFindings = 20;

/** Characters of a tool's own words that a refusal repeats. */
const mostRepeated = 2000;

/**
 * A tool's own failure is an answer of the agent: what it says is kept, and so is what sort of failure it is. Faces
 * that know no parts tell it in the one form of errors.
 */
function asError(answer: AnswerOutcome, result: JsonObject): AnswerOutcome {
  const meta = metaOf(result);
  const code = foreignCode(meta[`${ownMeta}code`]);
  const meant = code ?? (meta[`${ownMeta}retryable`] === true ? 'UNAVAILABLE' : 'CONFLICT');
  const structured = memberOf(result, 'structuredContent');
  const after = meta[`${ownMeta}retry_after`];
  const headers: Record<string, string> = {
    ...(code === undefined ? {} : { [failureHeader]: code }),
    ...(typeof after === 'number' && after >= 0 ? { 'retry-after': String(Math.ceil(after)) } : {}),
  };
  const { status, retryable } = failures[meant];
  const more = structured === undefined ? {} : { structured_content: structured };
  const body = { code: meant, detail: wordsOf(answer), retryable, ...more };
  const safe = meta[`${ownMeta}retryable`] === true ? { outcomeUnknown: false } : {};
  return { ...answer, status, headers, body, ...safe };
}

function wordsOf({ content = [] }: AnswerOutcome): string {
  const texts = content.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  return texts.length === 0 ? 'The tool failed without a word.' : texts.join('\n').slice(0, mostRepeated);
}

/** Parts of kinds that nobody knows, or of a wrong form, are left out: no client would take the rest with them. */
function partsOf({ content }: JsonObject, findings: Diagnostic[]): JsonObject[] {
  const list = Array.isArray(content) ? content : [];
  const parts: JsonObject[] = [];
  for (let at = 0; at < list.length; at += 1) {
    const plain = plainPart(list[at] as JsonValue);
    if (plain !== undefined) parts.push(plain);
    else if (findings.length < mostFindings) {
      const pointer = `/content/${at}`;
      findings.push(diagnose(mcpDiagnostics, 'mcp/part-left-out', { pointer }, { place: pointer }));
    }
  }
  return parts;
}

/** What is structured, else the text when there is nothing else, else the parts. */
function bodyOf({ operation }: Target, result: JsonObject, content: JsonObject[]): JsonValue | undefined {
  const structured = memberOf(result, 'structuredContent');
  if (structured !== undefined) return structured;
  const [first, second] = content;
  if (first === undefined) return operation.output === true ? null : undefined;
  if (second === undefined && first.type === 'text' && typeof first.text === 'string') return first.text;
  return { content };
}

function failureOf({ error, status }: LinkAnswer & { kind: 'error' }): Failure {
  const { code, message, data } = error;
  const said = isJsonObject(data) ? foreignCode(data.code) : undefined;
  if (said !== undefined) return new Failure(said, { message: `The server refused: ${message}` });
  if (code === rpcCodes.params || code === rpcCodes.method) {
    const help = 'Its tools may have changed since they were read.';
    return new Failure('CONFLICT', { message: `The server refused the call: ${message} ${help}` });
  }
  if (status === 429) return new Failure('RATE_LIMITED');
  return new Failure('UPSTREAM_ERROR', { message: `The server answered with an error: ${message}` });
}
