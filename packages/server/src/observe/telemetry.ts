/** OpenTelemetry: spans go through its API always; an exporter is loaded and started only when one is configured. */
import type { Tracer } from '@opentelemetry/api';
import type { Config } from '../config/config.js';
import { loadOpenTelemetry } from './libraries.js';

/** The tracer in use. */
export interface Telemetry {
  tracer(): Tracer;
  /** False while spans go nowhere, so that none need be made. */
  isTracing(): boolean;
  /** Sends what is still waiting; resolves also when the collector does not answer. */
  close(): Promise<void>;
}

/** Where OTLP over HTTP takes traces, below the collector's address. */
const tracesPath = '/v1/traces';

/** Starts telemetry; without a collector, spans go to whatever provider the host process has set, or nowhere. */
export async function startTelemetry({ telemetry }: Config, version: string): Promise<Telemetry> {
  const { otlpEndpoint, serviceName } = telemetry;
  if (otlpEndpoint === undefined)
    return {
      tracer: () => loadOpenTelemetry().trace.getTracer('dragoman', version),
      isTracing: hasProvider,
      close: async () => {},
    };
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
    tracer: () => provider.getTracer('dragoman', version),
    isTracing: () => true,
    close: async () => {
      await provider.shutdown().catch(() => undefined);
    },
  };
}

/** Where the OpenTelemetry API keeps what a process has registered; absent until something is. */
const registered = Symbol.for('opentelemetry.js.api.1');

/** True once the host process has registered a provider of its own. The API returns a placeholder before. */
function hasProvider(): boolean {
  if (!(registered in globalThis)) return false;
  const { ProxyTracerProvider, trace } = loadOpenTelemetry();
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer('dragoman') !== undefined;
}
