/** Continues the caller's trace, opens a span in it, and returns the trace in the response. */
import type { HttpReply, TraceContext } from '@dragoman/core/http';
import { createContinueTrace, formatTraceparent } from '@dragoman/core/http';
import type { Span, Tracer } from '@opentelemetry/api';
import { loadOpenTelemetry } from '../../observe/libraries.js';
import type { Telemetry } from '../../observe/telemetry.js';
import type { Exchange, Next, Step } from '../exchange.js';
import { routeName } from '../exchange.js';
import { shownPath } from '../shown-path.js';

/** Where spans are exported to, and whether they are exported at all. */
export type SpanSink = Pick<Telemetry, 'tracer' | 'isTracing'>;

/** Creates the step; without an exporter it creates no spans. */
export function createTrace({ tracer, isTracing }: SpanSink): Step {
  const continueTrace = createContinueTrace();
  const inSpan = async (exchange: Exchange, continued: TraceContext, next: Next): Promise<HttpReply> => {
    const span = startSpan(tracer(), exchange, continued);
    place(exchange, joinSpan(continued, span));
    try {
      const answer = await next(exchange);
      finishSpan(span, exchange, answer.status);
      return answer;
    } finally {
      span.end();
    }
  };
  return (exchange, next) => {
    const continued = continueTrace(exchange.request.headers.get('traceparent'));
    if (isTracing()) return inSpan(exchange, continued, next);
    place(exchange, continued);
    return next(exchange);
  };
}

function place(exchange: Exchange, trace: TraceContext): void {
  exchange.trace = trace;
  exchange.headers.traceparent = formatTraceparent(trace);
}

function startSpan(tracer: Tracer, exchange: Exchange, { traceId, parentId, sampled }: TraceContext): Span {
  const { ROOT_CONTEXT, SpanKind, TraceFlags, trace } = loadOpenTelemetry();
  const { request, url, clientAddress } = exchange;
  const parent =
    parentId === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId: parentId,
          traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
          isRemote: true,
        });
  return tracer.startSpan(
    request.method,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': request.method,
        'url.scheme': url.protocol.slice(0, -1),
        'url.path': shownPath(exchange.rawPath, 512),
        'server.address': url.hostname,
        'client.address': clientAddress,
      },
    },
    parent,
  );
}

/** The ids of a recorded span replace ours, so that log lines, responses and exported spans use the same ids. */
function joinSpan(continued: TraceContext, span: Span): TraceContext {
  const { TraceFlags, trace } = loadOpenTelemetry();
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (!trace.isSpanContextValid(span.spanContext()) || spanId === continued.parentId) return continued;
  return { ...continued, traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

function finishSpan(span: Span, exchange: Exchange, status: number): void {
  const route = exchange.match?.path;
  span.updateName(route === undefined ? exchange.request.method : `${exchange.request.method} ${routeName(exchange)}`);
  if (route !== undefined) span.setAttribute('http.route', route);
  span.setAttribute('http.response.status_code', status);
  span.setAttribute('enduser.id', exchange.caller.subject);
  if (exchange.failure !== undefined) span.setAttribute('error.type', exchange.failure.code);
  if (status >= 500) span.setStatus({ code: loadOpenTelemetry().SpanStatusCode.ERROR });
}
