/** The figures that Prometheus reads. Labels come from the route list and fixed words, never from strangers. */
import { MetricCounter, MetricGauge, MetricHistogram } from './metric-counter.js';
import { MetricRegistry } from './metric-registry.js';
import type { UpstreamMetrics } from './upstream-metrics.js';
import { createUpstreamMetrics } from './upstream-metrics.js';

/** What the gauges look at when they are read. */
export interface Measured {
  /** Entries in the index. */
  entries: () => number;
}

/** The server's figures. */
export interface Metrics {
  registry: MetricRegistry;
  requests: MetricCounter<'method' | 'route' | 'status'>;
  duration: MetricHistogram<'method' | 'route'>;
  /** Requests refused for their number. */
  limited: MetricCounter<'budget'>;
  /** Audit records of refusals that could not be written. */
  auditDropped: MetricCounter<never>;
  /** Failures of the store, by what was tried. */
  storeErrors: MetricCounter<'during'>;
  /** Calls in the background that this process brought to an end, by how. */
  runs: MetricCounter<'state'>;
  upstream: UpstreamMetrics;
}

/** Makes the figures in a registry of their own. */
export function createMetrics({ entries }: Measured): Metrics {
  const registry = new MetricRegistry();
  // Among several workers, what all of them hold alike is not added up.
  const gauge = (name: string, help: string, read: () => number, aggregator: 'sum' | 'max' = 'sum') =>
    new MetricGauge({ name, help, aggregator, read: () => [{ labels: {}, value: read() }] }, registry);
  gauge('dragoman_entries', 'Entries that can be found.', entries, 'max');
  gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Heap in use in bytes.', () => process.memoryUsage().heapUsed);
  gauge('process_cpu_seconds', 'Processor time spent, user and system, in seconds.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge('process_uptime_seconds', 'Seconds since the process started.', () => process.uptime(), 'max');
  const counter = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
    new MetricCounter<L>({ name: `dragoman_${name}`, help, labelNames }, registry);
  return {
    registry,
    requests: counter('http_requests_total', 'Requests answered.', 'method', 'route', 'status'),
    duration: new MetricHistogram(
      {
        name: 'dragoman_http_request_duration_seconds',
        help: 'Time from the request to its answer.',
        labelNames: ['method', 'route'],
        bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      },
      registry,
    ),
    limited: counter('rate_limited_total', 'Requests refused with 429.', 'budget'),
    auditDropped: counter(
      'audit_dropped_total',
      'Audit records of refusals that were not written, because too many waited or the store failed.',
    ),
    storeErrors: counter('store_errors_total', 'Failures of the store.', 'during'),
    runs: counter('runs_ended_total', 'Calls in the background that ended, by how.', 'state'),
    upstream: createUpstreamMetrics(registry),
  };
}
