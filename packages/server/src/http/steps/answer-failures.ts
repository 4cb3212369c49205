/** Turns anything thrown further in into the one error body, and puts the common headers on every answer. */
import type { Reply } from '@dragoman/core/http';
import { isReply, problemResponse } from '@dragoman/core/http';
import type { FailureCode } from '@dragoman/model';
import { changeFailure, Failure, isFailure, toFailure } from '@dragoman/model';
import type { Answer, Exchange, Step } from '../exchange.js';

/** What the step needs. */
export interface AnswerFailuresPorts {
  /** Address of the protected resource metadata (RFC 9728). */
  metadataAddress: () => string;
}

/** Makes the step. */
export function createAnswerFailures({ metadataAddress }: AnswerFailuresPorts): Step {
  return async (exchange, next) => {
    let answer: Answer;
    try {
      answer = await next(exchange);
    } catch (thrown) {
      const failure = withChallenge(understand(thrown, exchange), metadataAddress);
      exchange.failure = failure;
      answer = problemResponse(failure, { traceId: exchange.trace.traceId });
    }
    return isReply(answer) ? finishReply(answer, exchange) : finish(answer, exchange);
  };
}

/** A caller that left in the middle of its body is no fault of ours. */
function understand(thrown: unknown, { request }: Exchange): Failure {
  if (isFailure(thrown) || !request.signal.aborted) return toFailure(thrown);
  return new Failure('INVALID_INPUT', { message: 'The request ended before it was complete.', cause: thrown });
}

/** A 401 says how to get in (RFC 9728 §5.1, RFC 6750 §3). */
function withChallenge(failure: Failure, metadataAddress: () => string): Failure {
  if (failure.row.status !== 401 || failure.headers['WWW-Authenticate'] !== undefined) return failure;
  const error = challenges[failure.code];
  const challenge = `Bearer resource_metadata="${metadataAddress()}"${error === undefined ? '' : `, error="${error}"`}`;
  return changeFailure(failure, { headers: { ...failure.headers, 'WWW-Authenticate': challenge } });
}

const challenges: Partial<Record<FailureCode, string>> = { INVALID_CREDENTIAL: 'invalid_token' };

/** A route that tells an allowance of its own tells the one that is used up first. */
const allowanceHeader = 'ratelimit';

function finishReply(reply: Reply, { headers, tellAllowance }: Exchange): Reply {
  const vary = reply.headers.vary;
  if (tellAllowance !== undefined && reply.headers[allowanceHeader] === undefined) {
    Object.assign(reply.headers, tellAllowance());
  }
  Object.assign(reply.headers, headers);
  reply.headers['x-content-type-options'] = 'nosniff';
  if (vary !== undefined && headers.vary !== undefined) reply.headers.vary = `${vary}, ${headers.vary}`;
  return reply;
}

function finish(response: Response, { request, headers, tellAllowance }: Exchange): Response {
  const headOnly = request.method === 'HEAD' && response.body !== null;
  const answer = headOnly || !isMutable(response) ? copy(response, headOnly) : response;
  if (tellAllowance !== undefined && !answer.headers.has(allowanceHeader)) setAll(answer.headers, tellAllowance());
  const { vary, ...others } = headers;
  if (vary !== undefined) answer.headers.append('vary', vary);
  setAll(answer.headers, others);
  return answer;
}

function setAll(headers: Headers, more: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
}

function copy(response: Response, headOnly: boolean): Response {
  return new Response(headOnly ? null : response.body, { status: response.status, headers: response.headers });
}

/** Answers that were fetched or made by `Response.redirect` have headers that cannot be set. */
function isMutable(response: Response): boolean {
  try {
    response.headers.set('X-Content-Type-Options', 'nosniff');
    return true;
  } catch {
    return false;
  }
}
