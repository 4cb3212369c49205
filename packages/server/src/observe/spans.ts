/** Spans of the gateway and of calls to services, through the OpenTelemetry API. */
import type { OpenSpan, SpanDescription, Spans } from '@dragoman/core/engine';
import { formatTraceparent, readTraceparent } from '@dragoman/core/http';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import { loadOpenTelemetry } from './libraries.js';

/** Where spans go, and whether they are exported. */
interface SpanSink {
  tracer(): Tracer;
  isTracing(): boolean;
}

/** Creates the spans of a process. */
export function createSpans({ tracer, isTracing }: SpanSink): Spans {
  return {
    isOn: isTracing,
    open: (traceparent, description) => openSpan(tracer().startSpan(...startOf(traceparent, description)), traceparent),
  };
}

const kinds = { client: 'CLIENT', consumer: 'CONSUMER', internal: 'INTERNAL' } as const;

function startOf(traceparent: string, { name, kind, attributes }: SpanDescription) {
  const { SpanKind } = loadOpenTelemetry();
  return [name, { kind: SpanKind[kinds[kind]], attributes }, parentOf(traceparent)] as const;
}

function parentOf(traceparent: string): Context {
  const { ROOT_CONTEXT, TraceFlags, trace } = loadOpenTelemetry();
  const parent = readTraceparent(traceparent);
  if (parent === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: parent.traceId,
    spanId: parent.parentId,
    traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  });
}

/** A span that is not recorded has no position of its own: what it causes keeps that of its parent. */
function openSpan(span: Span, parent: string): OpenSpan {
  const { SpanStatusCode, TraceFlags } = loadOpenTelemetry();
  const { traceId, spanId, traceFlags } = span.spanContext();
  const sampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
  return {
    traceparent: span.isRecording() ? formatTraceparent({ traceId, spanId, parentId: undefined, sampled }) : parent,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    end(error) {
      if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
