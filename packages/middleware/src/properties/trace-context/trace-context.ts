/**
 * Trace context (W3C) and request ids: accepted, available to the handler for its own calls, returned, and logged with
 * the caller (PROF-OBS-01 to -03).
 */
import type { TraceContext } from '@dragoman/core/http';
import { continueTrace, formatTraceparent } from '@dragoman/core/http';
import { withHeaders } from '../../calls/answer.js';
import { type CallContext, callOf } from '../../calls/call-context.js';
import { defineProperty, type Property } from '../../calls/property.js';
import { findTrace, keepTrace } from '../../calls/trace-of.js';
import type { Describe } from '../../describing/description-draft.js';
import { createProcessTime, type TimeOptions } from '../../stores/process-time.js';

/** The facts about an ended call, for one log line. */
export interface CallRecord {
  /** 32 hexadecimal digits, shared by everything in the caller's task. */
  traceId: string;
  /** This call's own span, 16 hexadecimal digits. */
  spanId: string;
  /** The caller's span, when it sent one. */
  parentId?: string;
  /** The caller's request id, when it sent one. */
  requestId?: string;
  /** The caller according to the host's authentication. */
  caller?: string;
  method: string;
  /** Without the query, which may contain secrets. */
  path: string;
  /** Status of the response; absent when an error was thrown that no inner property answered. */
  status?: number;
  milliseconds: number;
}

/** Trace options. */
export interface TraceContextOptions extends TimeOptions {
  /** Receives one record per call; its errors do not affect the caller. */
  log?(record: CallRecord): void;
}

const requestIdHeader = 'x-request-id';
const requestIdForm = /^[\x21-\x7e]{1,128}$/;
const handedOn = Symbol('headers handed on');

/** Creates the property; put it first, so that every response has its trace. */
export function createTraceContext({ log, ...options }: TraceContextOptions = {}): Property {
  const { steady } = createProcessTime(options);
  return defineProperty(
    (next) => async (request, call) => {
      const began = steady.now();
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
          log(recordOf(request, call, { trace, requestId, status, milliseconds: steady.now() - began }));
        }
      }
    },
    { describe: describeTrace },
  );
}

const describeTrace: Describe = ({ operations }) => {
  for (const operation of operations) {
    operation.addParameter({
      name: 'traceparent',
      in: 'header',
      description: 'W3C trace context; it is logged, propagated and returned.',
      schema: { type: 'string', maxLength: 512 },
    });
    const description = 'The trace of this call, to name when you ask for help.';
    operation.addHeaders(/^2/, { traceparent: { description, schema: { type: 'string', maxLength: 55 } } });
  }
};

/** The headers that propagate the trace of a request to the handler's own calls. */
export function traceHeaders(host: object): Record<string, string> {
  return { ...(callOf(host).values.get(handedOn) as Record<string, string> | undefined) };
}

/** The span of a request, for the handler's own log lines; undefined without the property. */
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

/** `tracestate` belongs to a continued trace; a new one starts without it (W3C Trace Context §3.3). */
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
