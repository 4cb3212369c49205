/**
 * One call, from its first attempt to its response or failure: when to attempt, when to retry, and what each attempt
 * means for the breaker.
 */

import type { SpanAttributes, SpanDescription, Spans, UpstreamRequest, UpstreamResponse } from '@dragoman/core/engine';
import type { Awaitable } from '@dragoman/core/http';
import { Failure, isFailure } from '@dragoman/model';
import { toUpstreamFailure } from '../outbound/upstream-failure.js';
import type { Verdict } from './breaker.js';
import type { Deadline } from './deadline.js';
import { startDeadline } from './deadline.js';
import type { TryBounds, TryResult, WireAnswer, WireRequest } from './dispatch-try.js';
import { dispatchTry } from './dispatch-try.js';
import { isStream } from './read-head.js';
import type { TryReport } from './retry-policy.js';
import { isWorthRetrying, waitBefore } from './retry-policy.js';
import type { OriginHealth, UpstreamParts } from './upstream-parts.js';
import type { AimedRequest } from './wire-request.js';
import { aimRequest } from './wire-request.js';

/** Account of calls that no caller asked for, such as polls and notifications. */
const ownAccount = 'server';

interface Calling {
  parts: UpstreamParts;
  request: UpstreamRequest;
  aimed: AimedRequest;
  health: OriginHealth;
  deadline: Deadline;
}

/** Sends the request and returns its response; every outcome is reported to the observer. */
export async function callUpstream(parts: UpstreamParts, request: UpstreamRequest): Promise<UpstreamResponse> {
  const { observer, elapsed, timeouts } = parts.options;
  const began = elapsed();
  let deadline: Deadline | undefined;
  try {
    const aimed = aimRequest(request, parts.aim);
    // The head of a gRPC response does not say whether it is a stream.
    const usualMs = request.grpc === 'stream' ? timeouts.streamMs : timeouts.totalMs;
    const totalMs = request.totalMs ?? usualMs;
    deadline = startDeadline({ totalMs, caller: request, elapsed, soon: parts.soon });
    const calling: Calling = { parts, request, aimed, health: parts.health(aimed.origin), deadline };
    const { answer, attempts } = await tryUntilAnswered(calling);
    const response = handOn(calling, answer, attempts);
    observer.called('answered', elapsed() - began);
    return response;
  } catch (error) {
    deadline?.settle();
    const failure = toUpstreamFailure(error);
    observer.called(failure.code, elapsed() - began);
    throw failure;
  }
}

/** Tries until there is a response or a retry makes no sense; throws the result of the last attempt. */
async function tryUntilAnswered(calling: Calling): Promise<{ answer: WireAnswer; attempts: number }> {
  const { health, deadline, parts } = calling;
  const { timeline } = calling.request;
  health.budget.earn();
  let attempts = 0;
  for (let tries = 1; ; tries += 1) {
    const place = enter(calling);
    if (place instanceof Promise) timeline?.enter('queue');
    const release = place instanceof Promise ? await place : place;
    const tell = begin(calling, release);
    const result = await dispatchInSpan(calling, tries);
    timeline?.end(result.answer === undefined ? toUpstreamFailure(result.error).code : result.answer.status);
    settle(result, tell, release);
    if (result.sent) attempts += 1;
    const wait = retryIn(calling, result, tries);
    if (wait === undefined) {
      if (result.answer === undefined) throw deadline.over ?? result.error;
      return { answer: result.answer, attempts };
    }
    result.answer?.body.discard();
    parts.options.observer.retried(result.answer === undefined ? 'failure' : 'status');
    timeline?.enter('wait');
    await deadline.sleep(wait);
  }
}

/** Milliseconds until the next attempt; undefined without one. */
function retryIn({ parts, request, health, deadline }: Calling, result: TryResult, tries: number): number | undefined {
  const { retry, now, random } = parts.options;
  if (tries >= retry.attempts) return undefined;
  const report = reportOf(result);
  if (!isWorthRetrying(report, request.repeatable) || deadline.over !== undefined) return undefined;
  if (health.breaker.refusal() !== undefined) return undefined;
  const wait = waitBefore(tries, report, { limits: retry, now, random });
  if (wait > retry.longestWaitMs || wait >= deadline.left()) return undefined;
  return health.budget.spend() ? wait : undefined;
}

function reportOf(result: TryResult): TryReport {
  if (result.answer === undefined) return result;
  const { status, headers } = result.answer;
  return { sent: true, status, retryAfter: headers['retry-after'] };
}

/** A slot for one attempt, or the wait for it. */
function enter({ parts, request, aimed, health, deadline }: Calling): Awaitable<() => void> {
  if (deadline.over !== undefined) throw deadline.over;
  requirePassable(parts, health);
  return parts.admission.enter({ origin: aimed.origin, account: request.account ?? ownAccount, deadline });
}

/**
 * Conditions that may have changed while waiting for the slot are checked again; then the breaker is notified that an
 * attempt begins.
 */
function begin({ parts, health }: Calling, release: () => void): (verdict: Verdict) => void {
  try {
    requirePassable(parts, health);
  } catch (error) {
    release();
    throw error;
  }
  return health.breaker.enter();
}

/** One attempt; while spans are exported, in a span of its own. */
function dispatchInSpan(calling: Calling, tries: number): Promise<TryResult> {
  const { spans } = calling.parts.options;
  return spans?.isOn() === true ? dispatchTraced(calling, spans, tries) : dispatch(calling);
}

/** The service gets the position of the span. */
async function dispatchTraced(calling: Calling, spans: Spans, tries: number): Promise<TryResult> {
  const { request, aimed } = calling;
  const span = spans.open(request.traceparent, describeTry(aimed, tries));
  const wire = { ...aimed.wire, headers: { ...aimed.wire.headers, traceparent: span.traceparent } };
  const result = await dispatch({ ...calling, aimed: { ...aimed, wire } });
  if (result.answer !== undefined) span.set({ 'http.response.status_code': result.answer.status });
  span.end(errorOf(result));
  return result;
}

/** Path and query are left out: they may contain secrets. */
function describeTry({ origin, wire: { method } }: AimedRequest, tries: number): SpanDescription {
  const { protocol, hostname, port } = new URL(origin);
  const attributes: SpanAttributes = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'url.scheme': protocol.slice(0, -1),
  };
  if (tries > 1) attributes['http.request.resend_count'] = tries - 1;
  return { name: method, kind: 'client', attributes };
}

/** The class of the error, as in the semantic conventions of HTTP clients: the status, or the code of the failure. */
function errorOf(result: TryResult): string | undefined {
  if (result.answer === undefined) return toUpstreamFailure(result.error).code;
  return result.answer.status >= 400 ? String(result.answer.status) : undefined;
}

function dispatch({ parts, request, aimed, deadline }: Calling): Promise<TryResult> {
  const { options, pools, soon } = parts;
  const maxBytes = request.grpc === 'stream' ? () => options.answer.streamBytes : parts.maxBytes;
  const bounds: TryBounds = {
    firstByteMs: request.totalMs ?? options.timeouts.firstByteMs,
    idleMs: options.timeouts.idleMs,
    isPaused: request.isPaused,
    maxBytes,
    deadline,
    soon,
    elapsed: options.elapsed,
  };
  const { tls } = request.credential ?? {};
  const wire = provenWire(request, aimed.wire);
  if (request.grpc === undefined) return dispatchTry(pools.get(aimed.origin, tls), wire, bounds);
  const headers = { ...wire.headers, 'grpc-timeout': grpcTimeout(deadline.left()) };
  const isStream = request.grpc === 'stream';
  return dispatchTry(pools.getHttp2(aimed.origin, tls), { ...wire, headers, isStream }, bounds);
}

/** At most eight digits and a unit: milliseconds, or seconds where those are too many. */
function grpcTimeout(ms: number): string {
  const whole = Math.max(1, Math.ceil(ms));
  return whole < 100_000_000 ? `${whole}m` : `${Math.min(99_999_999, Math.ceil(whole / 1000))}S`;
}

/** Each attempt has its own proof of possession: servers accept one only once. */
function provenWire({ credential, url }: UpstreamRequest, wire: WireRequest): WireRequest {
  const proof = credential?.proof;
  return proof === undefined ? wire : { ...wire, headers: { ...wire.headers, dpop: proof.header(wire.method, url) } };
}

/** Reports the result of the attempt to the breaker. The slot is kept until the response body has ended. */
function settle(result: TryResult, tell: (verdict: Verdict) => void, release: () => void): void {
  tell(verdictOn(result));
  if (result.answer === undefined) release();
  else result.answer.body.whenEnded(release);
}

/** Rejects while the server stops or the breaker is open. */
export function requirePassable({ isClosed }: UpstreamParts, { breaker }: OriginHealth): void {
  if (isClosed()) throw new Failure('UNAVAILABLE', { message: 'The server is stopping.', retryAfter: 1 });
  const wait = breaker.refusal();
  if (wait === undefined) return;
  throw new Failure('UNAVAILABLE', {
    message: 'The upstream failed too often recently; calls are suspended for a while.',
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
  });
}

const breakerFailures: ReadonlySet<string> = new Set(['UPSTREAM_ERROR', 'UPSTREAM_UNTRUSTED', 'UPSTREAM_TIMEOUT']);

/** Refusals, disconnected callers and internal errors say nothing about the upstream; 4xx says that it works. */
function verdictOn(result: TryResult): Verdict {
  if (result.answer !== undefined) {
    const { status } = result.answer;
    return status >= 500 && status !== 501 ? 'failure' : 'success';
  }
  const { code } = toUpstreamFailure(result.error);
  return breakerFailures.has(code) ? 'failure' : 'nothing';
}

function handOn({ parts, request, aimed, health, deadline }: Calling, answer: WireAnswer, attempts: number) {
  const { observer, timeouts } = parts.options;
  try {
    const read = parts.readHead(answer, { attempts, origin: aimed.origin });
    if (request.totalMs === undefined && isStream(answer.headers)) deadline.extend(timeouts.streamMs);
    answer.body.whenEnded((end) => {
      deadline.settle();
      if (!isFailure(end)) return;
      // Only network errors count against the upstream, and they are kept as the cause; our own limits have no cause.
      if (end.cause !== undefined && end.code !== 'CANCELLED') health.breaker.fail();
      observer.broken(aimed.origin, end);
    });
    return read;
  } catch (error) {
    answer.body.discard();
    throw error;
  }
}
