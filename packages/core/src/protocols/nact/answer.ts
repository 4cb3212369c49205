/**
 * Converts the outcome of a call to the result of a tool (§7). Only values that match the signature are returned; others
 * are null, with a warning, because the call was executed. Temporary failures are 5xx, and a refusal of the service is not about the form of the request, so that its status is
 * never 400 (nact.md INV-11 to INV-13).
 */
import type { Operation, ToolMedia, ToolResult } from '@dragoman/model';
import { changeFailure, checkResult, Failure, findMedia } from '@dragoman/model';
import { answerFailure } from '../../gateway/answer-failure.js';
import type { AnswerOutcome, Call, Outcome } from '../../gateway/call.js';
import { keptContent, mediaTypeHeader } from '../../gateway/media.js';
import { replayedHeader } from '../../gateway/stored-answer.js';
import { callHeaders, findingHeaders, originHeaders, writePreview } from '../../transport/call-answer.js';
import type { HttpReply } from '../../transport/http-reply.js';
import { jsonReply } from '../../transport/http-reply.js';
import { outputWarning } from '../../transport/output-warning.js';
import type { ToolVersion } from './tool-history.js';
import { toOutputs } from './write.js';

/** The reply for the outcome of a call. */
export function answerTool(call: Call, version: ToolVersion, outcome: Outcome): HttpReply {
  if (outcome.kind === 'preview') return jsonReply(writePreview(outcome.preview), { headers: callHeaders(call) });
  if (outcome.kind === 'stream') {
    throw new Failure('UPSTREAM_ERROR', { message: 'The service answered with a stream, which a tool cannot return.' });
  }
  const reply = jsonReply(toolResult(call, version, outcome), { headers: callHeaders(call) });
  Object.assign(reply.headers, originHeaders(call), findingHeaders(outcome.findings));
  if (Object.hasOwn(outcome.headers, replayedHeader)) reply.headers[replayedHeader] = 'true';
  return reply;
}

/** The result of a successful call; throws for any other. */
export function toolResult(call: Call, version: ToolVersion, outcome: AnswerOutcome): ToolResult {
  requireSuccess(outcome);
  const media = mediaOf(version, outcome, call.target?.operation);
  return { ...resultOf(version, outcome), ...(media.length === 0 ? {} : { media }) };
}

/** Where the images, sounds and files of a result are; those that no output has are included. */
function mediaOf({ contract }: ToolVersion, outcome: AnswerOutcome, operation: Operation | undefined): ToolMedia[] {
  const { body, headers } = outcome;
  const inBody = findMedia(body, headers[mediaTypeHeader]).flatMap(({ pointer, mediaType, bytes, name }) => {
    const [, member = '', ...rest] = pointer.split('/');
    const output = contract.outputs.find((each) => each.member === undefined || each.member === member);
    if (output === undefined) return [];
    const at = output.member === undefined ? pointer : rest.map((segment) => `/${segment}`).join('');
    return [{ media_type: mediaType, bytes, ...named(name), output: output.output.name, pointer: at }];
  });
  const { content = [] } = keptContent(outcome, operation);
  const others = findMedia({ content }).map(({ mediaType, bytes, name, data }) => ({
    media_type: mediaType,
    bytes,
    ...named(name),
    data,
  }));
  return [...inBody, ...others];
}

function named(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name };
}

/** Maximum number of characters of a value that a warning shows. */
const maxShown = 2000;

function resultOf({ signature, contract }: ToolVersion, { body, findings }: AnswerOutcome): ToolResult {
  const outputs = toOutputs(contract, body);
  const faults = checkResult(signature, { output_parameters: outputs });
  const warning = outputWarning(findings);
  if (faults.length === 0)
    return { output_parameters: outputs, ...(warning === undefined ? {} : { warnings: [warning] }) };
  const faulty = new Set(faults.map(({ output }) => output));
  const warnings = faults.map(({ output, message }) => {
    const value = JSON.stringify(outputs.find(({ name }) => name === output)?.value ?? null).slice(0, maxShown);
    return `Warning: the call succeeded, do not repeat it. ${message} The service returned ${value}.`;
  });
  return {
    output_parameters: outputs.map((each) => (faulty.has(each.name) ? { ...each, value: null } : each)),
    warnings,
  };
}

/** Statuses about the form of a request, which keeps to the signature here, and the one that is used instead. */
const formStatuses: readonly number[] = [400, 415, 422];
const refusal = 409;

function requireSuccess(answer: AnswerOutcome): void {
  const failure = answerFailure(answer);
  if (failure === undefined) return;
  throw formStatuses.includes(failure.row.status) ? changeFailure(failure, { status: refusal }) : failure;
}
