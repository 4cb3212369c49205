/** OpenTelemetry: spans go through its API always; an exporter is loaded and started only when one is configured. */
import type { Tracer } from '@opentelemetry/api';
import { trace } from '@opentelemetry/api';
import type { Config } from '../config/config.js';

/** The tracer in use. */
export interface Telemetry {
  tracer: Tracer;
  /** Sends what is still waiting; resolves also when the collector does not answer. */
  close(): Promise<void>;
}

/** Where OTLP over HTTP takes traces, below the collector's address. */
const tracesPath = '/v1/traces';

/** Starts telemetry; without a collector, spans go to whatever provider the host process has set, or nowhere. */
export async function startTelemetry({ telemetry }: Config, version: string): Promise<Telemetry> {
  const { otlpEndpoint, serviceName } = telemetry;
  if (otlpEndpoint === undefined) return { tracer: trace.getTracer('dragoman', version), close: async () => {} };
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
  return {
    tracer: provider.getTracer('dragoman', version),
    close: async () => {
      await provider.shutdown().catch(() => undefined);
    },
  };
}
