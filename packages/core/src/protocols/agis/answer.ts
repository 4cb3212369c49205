/**
 * Converts the outcome of a call to an HTTP response: the service's own status and output, marked as third-party
 * content.
 */
import { Failure } from '@dragoman/model';
import type { Call, Outcome } from '../../gateway/call.js';
import { callHeaders, findingHeaders, originHeaders, writePreview } from '../../transport/call-answer.js';
import { foreignProblem } from '../../transport/foreign-problem.js';
import type { HttpReply } from '../../transport/http-reply.js';
import { createReply, jsonReply } from '../../transport/http-reply.js';
import { problemType } from '../../transport/problem.js';

/** Statuses without a body. */
const bodiless: readonly number[] = [204, 205, 304];

/** Headers that describe the exact bytes of a body, or a URL on the service's own host. */
const notPassedOn: ReadonlySet<string> = new Set([
  'content-digest',
  'etag',
  'signature',
  'signature-input',
  'location',
  'cache-control',
]);

/** The reply for the outcome of a call. */
export function answerCall(call: Call, outcome: Outcome): HttpReply {
  if (outcome.kind === 'preview') return jsonReply(writePreview(outcome.preview), { headers: callHeaders(call) });
  if (outcome.kind === 'stream') {
    throw new Failure('UPSTREAM_ERROR', { message: 'The service answered with a stream, which was not requested.' });
  }
  const { status, body } = outcome;
  const passed = Object.entries(outcome.headers).filter(([name]) => !notPassedOn.has(name));
  const headers = { ...callHeaders(call), ...Object.fromEntries(passed) };
  const problem = foreignProblem(call, outcome);
  const type = problem === undefined ? {} : { type: problemType };
  const reply =
    body === undefined || bodiless.includes(status)
      ? createReply(null, { status, headers })
      : jsonReply(problem ?? body, { status, headers, ...type });
  Object.assign(reply.headers, originHeaders(call), findingHeaders(outcome.findings));
  return reply;
}
