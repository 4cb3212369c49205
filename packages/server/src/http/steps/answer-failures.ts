/** Converts thrown errors into the error body, and adds the common headers to every response. */

import { a2aRestFailureReply, isA2aRestPath } from '@dragoman/core/faces';
import type { HttpReply } from '@dragoman/core/http';
import { isStream, problemReply } from '@dragoman/core/http';
import type { FailureCode } from '@dragoman/model';
import { changeFailure, Failure, isFailure, toFailure } from '@dragoman/model';
import type { DelayRefusal } from '../delay-refusal.js';
import type { Exchange, Step } from '../exchange.js';

/** Dependencies of the step. */
export interface AnswerFailuresPorts {
  /** URL of the protected resource metadata (RFC 9728). */
  metadataAddress: () => string;
  delayRefusal: DelayRefusal;
}

/** Creates the step. */
export function createAnswerFailures({ metadataAddress, delayRefusal }: AnswerFailuresPorts): Step {
  return async (exchange, next) => {
    let reply: HttpReply;
    try {
      reply = await next(exchange);
    } catch (thrown) {
      const failure = withChallenge(understand(thrown, exchange), metadataAddress);
      exchange.failure = failure;
      await delayRefusal(exchange, failure);
      reply = failureReply(failure, exchange);
    }
    finish(reply, exchange);
    return reply;
  };
}

/** The error body of the interface that the request is for. */
function failureReply(failure: Failure, { rawPath, match, trace: { traceId } }: Exchange): HttpReply {
  return match?.route?.grpc !== true && isA2aRestPath(rawPath)
    ? a2aRestFailureReply(failure, traceId)
    : problemReply(failure, { traceId });
}

/** A client that disconnects while sending its body is not an internal error. */
function understand(thrown: unknown, { request }: Exchange): Failure {
  if (isFailure(thrown) || !request.hasLeft()) return toFailure(thrown);
  return new Failure('INVALID_INPUT', { message: 'The request ended before it was complete.', cause: thrown });
}

/** A 401 says how to authenticate (RFC 9728 §5.1, RFC 6750 §3). */
function withChallenge(failure: Failure, metadataAddress: () => string): Failure {
  if (failure.row.status !== 401 || failure.headers['WWW-Authenticate'] !== undefined) return failure;
  const error = challenges[failure.code];
  const challenge = `Bearer resource_metadata="${metadataAddress()}"${error === undefined ? '' : `, error="${error}"`}`;
  return changeFailure(failure, { headers: { ...failure.headers, 'WWW-Authenticate': challenge } });
}

const challenges: Partial<Record<FailureCode, string>> = { INVALID_CREDENTIAL: 'invalid_token' };

/** When a route reports its own rate limit, the one that is exhausted first is reported. */
const rateLimitHeader = 'ratelimit';

function finish(reply: HttpReply, { request, headers, rateLimitHeaders }: Exchange): void {
  const { vary } = reply.headers;
  if (rateLimitHeaders !== undefined && reply.headers[rateLimitHeader] === undefined) {
    Object.assign(reply.headers, rateLimitHeaders());
  }
  Object.assign(reply.headers, headers);
  reply.headers['x-content-type-options'] = 'nosniff';
  if (vary !== undefined && headers.vary !== undefined) reply.headers.vary = `${vary}, ${headers.vary}`;
  if (request.method === 'HEAD') dropBody(reply);
}

function dropBody(reply: HttpReply): void {
  if (isStream(reply)) void reply.body.cancel().catch(() => undefined);
  reply.body = null;
}
