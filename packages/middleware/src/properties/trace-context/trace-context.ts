/**
 * Trace context (W3C) and request ids: taken in, told to the handler for what it calls, answered, and given to the host's
 * log beside the one who acted (PROF-OBS-01 to -03).
 */
import type { Clock, TraceContext } from '@dragoman/core/http';
import { continueTrace, formatTraceparent, systemClock } from '@dragoman/core/http';
import { withHeaders } from '../answer.js';
import { type CallContext, callOf } from '../call-context.js';
import type { Property } from '../property.js';
import { findTrace, keepTrace } from './trace-of.js';

/** What is known of a call when it has ended; meant for one line of a log. */
export interface CallRecord {
  /** 32 hexadecimal digits, the same in everything that belongs to the caller's task. */
  traceId: string;
  /** This call's own span, 16 hexadecimal digits. */
  spanId: string;
  /** The caller's span, when it sent one. */
  parentId?: string;
  /** The caller's own id for this request, when it sent one. */
  requestId?: string;
  /** Who acted, as the host's authentication says. */
  caller?: string;
  method: string;
  /** Without the query, which may hold what must not be logged. */
  path: string;
  /** Status of the answer; absent when something was thrown that no inner property answered. */
  status?: number;
  milliseconds: number;
}

/** How traces are told. */
export interface TraceContextOptions {
  /** Gets one record for each call; its trouble is not the caller's. */
  log?(record: CallRecord): void;
  clock?: Clock;
}

const requestIdHeader = 'x-request-id';
const requestIdForm = /^[\x21-\x7e]{1,128}$/;
const handedOn = Symbol('headers handed on');

/** Makes the property; put it first, so that every answer tells its trace. */
export function createTraceContext({ log, clock = systemClock }: TraceContextOptions = {}): Property {
  return (next) => async (request, call) => {
    const began = clock.now();
    const trace = continueTrace(request.headers.get('traceparent'));
    const requestId = requestIdOf(request);
    keepTrace(call, trace);
    call.values.set(handedOn, headersFor(trace, request, requestId));
    let status: number | undefined;
    try {
      const response = await next(request, call);
      status = response.status;
      return withHeaders(response, answerHeaders(trace, requestId));
    } finally {
      if (log !== undefined) {
        log(recordOf(request, call, { trace, requestId, status, milliseconds: clock.now() - began }));
      }
    }
  };
}

/** The headers that hand the trace of a request on to whatever its handler calls. */
export function traceHeaders(host: object): Record<string, string> {
  return { ...(callOf(host).values.get(handedOn) as Record<string, string> | undefined) };
}

/** Place of a request in its trace, for the handler's own log lines; undefined without the property. */
export function traceOf(host: object): TraceContext | undefined {
  return findTrace(host);
}

function requestIdOf({ headers }: Request): string | undefined {
  const given = headers.get(requestIdHeader);
  return given !== null && requestIdForm.test(given) ? given : undefined;
}

function answerHeaders(trace: TraceContext, requestId: string | undefined): Record<string, string> {
  const traceparent = formatTraceparent(trace);
  return requestId === undefined ? { traceparent } : { traceparent, [requestIdHeader]: requestId };
}

/** `tracestate` belongs to a trace that was continued; a new one starts without (W3C Trace Context §3.3). */
function headersFor(trace: TraceContext, request: Request, requestId: string | undefined): Record<string, string> {
  const state = trace.parentId === undefined ? null : request.headers.get('tracestate');
  const fits = state !== null && state.length <= 512;
  return { ...answerHeaders(trace, requestId), ...(fits ? { tracestate: state } : {}) };
}

interface Ended {
  trace: TraceContext;
  requestId: string | undefined;
  status: number | undefined;
  milliseconds: number;
}

function recordOf(request: Request, { caller }: CallContext, ended: Ended): CallRecord {
  const { trace, requestId, status, milliseconds } = ended;
  return {
    traceId: trace.traceId,
    spanId: trace.spanId,
    ...(trace.parentId === undefined ? {} : { parentId: trace.parentId }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(caller === undefined ? {} : { caller }),
    method: request.method,
    path: new URL(request.url).pathname,
    ...(status === undefined ? {} : { status }),
    milliseconds,
  };
}
