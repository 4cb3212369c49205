/** The Prometheus metrics. Labels come from the route list and fixed words, never from untrusted input. */
import { MetricCounter, MetricGauge, MetricHistogram } from './metric-counter.js';
import { MetricRegistry } from './metric-registry.js';
import type { UpstreamMetrics } from './upstream-metrics.js';
import { createUpstreamMetrics } from './upstream-metrics.js';

/** Values that the gauges read on a scrape. */
export interface Measured {
  /** Entries in the index. */
  entries: () => number;
}

/** The server's metrics. */
export interface Metrics {
  registry: MetricRegistry;
  requests: MetricCounter<'method' | 'route' | 'status'>;
  duration: MetricHistogram<'method' | 'route'>;
  /** Requests rejected by rate limits. */
  limited: MetricCounter<'budget'>;
  /** Audit records of refusals that could not be written. */
  auditDropped: MetricCounter<never>;
  /** Failures of the store, by operation. */
  storeErrors: MetricCounter<'during'>;
  /** Background calls that this process completed, by result. */
  runs: MetricCounter<'state'>;
  upstream: UpstreamMetrics;
}

/** Creates the metrics in their own registry. */
export function createMetrics({ entries }: Measured): Metrics {
  const registry = new MetricRegistry();
  // Values that all workers share are not added up.
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
        help: 'Time from the request to its response.',
        labelNames: ['method', 'route'],
        bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      },
      registry,
    ),
    limited: counter('rate_limited_total', 'Requests rejected with 429.', 'budget'),
    auditDropped: counter(
      'audit_dropped_total',
      'Audit records of refusals that were not written, because too many were waiting or the store failed.',
    ),
    storeErrors: counter('store_errors_total', 'Failures of the store.', 'during'),
    runs: counter('runs_ended_total', 'Background calls that ended, by result.', 'state'),
    upstream: createUpstreamMetrics(registry),
  };
}
