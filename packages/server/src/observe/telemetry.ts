/** OpenTelemetry: spans always go through its API; an exporter is loaded and started only when one is configured. */
import type { Spans } from '@dragoman/core/engine';
import type { Tracer } from '@opentelemetry/api';
import type { Config } from '../config/config.js';
import { loadOpenTelemetry } from './libraries.js';
import { createSpans } from './spans.js';

/** The tracer in use. */
export interface Telemetry {
  tracer(): Tracer;
  /** False without an exporter, so that no spans need to be created. */
  isTracing(): boolean;
  /** Opens spans with the tracer. */
  spans: Spans;
  /** Exports pending spans; resolves also when the collector does not respond. */
  close(): Promise<void>;
}

/** Path of OTLP traces over HTTP, below the collector's address. */
const tracesPath = '/v1/traces';

/** Starts telemetry; without a collector, spans go to the provider that the host process has registered, if any. */
export async function startTelemetry({ telemetry }: Config, version: string): Promise<Telemetry> {
  const { otlpEndpoint, serviceName } = telemetry;
  if (otlpEndpoint === undefined)
    return withSpans({
      tracer: () => loadOpenTelemetry().trace.getTracer('dragoman', version),
      isTracing: hasProvider,
      close: async () => {},
    });
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all(
    [
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ],
  );
  const exporter = new OTLPTraceExporter({
    url: `${otlpEndpoint.replace(/\/+$/, '')}${tracesPath}`,
    timeoutMillis: 5000,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: 4096, exportTimeoutMillis: 5000 })],
  });
  return withSpans({
    tracer: () => provider.getTracer('dragoman', version),
    isTracing: () => true,
    close: async () => {
      await provider.shutdown().catch(() => undefined);
    },
  });
}

function withSpans(tracing: Omit<Telemetry, 'spans'>): Telemetry {
  return { ...tracing, spans: createSpans(tracing) };
}

/** Where the OpenTelemetry API stores the registered providers; absent until one is registered. */
const registered = Symbol.for('opentelemetry.js.api.1');

/** True once the host process has registered its own provider. The API returns a placeholder before. */
function hasProvider(): boolean {
  if (!(registered in globalThis)) return false;
  const { ProxyTracerProvider, trace } = loadOpenTelemetry();
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('dragoman') !== undefined;
}
