/** The figures that Prometheus reads. Labels come from the route list and fixed words, never from strangers. */
import { Counter, Gauge, Registry } from 'prom-client';
import { SpreadTally, Tally } from './tally.js';
import type { UpstreamMetrics } from './upstream-metrics.js';
import { createUpstreamMetrics } from './upstream-metrics.js';

/** What the gauges look at when they are read. */
export interface Measured {
  /** Entries in the index. */
  entries: () => number;
}

/** The server's figures. */
export interface Metrics {
  registry: Registry;
  requests: Tally<'method' | 'route' | 'status'>;
  duration: SpreadTally<'method' | 'route'>;
  /** Requests refused for their number. */
  limited: Counter<'budget'>;
  /** Audit records of refusals that could not be written. */
  auditDropped: Counter;
  /** Failures of the store, by what was tried. */
  storeErrors: Counter<'during'>;
  /** Calls in the background that this process brought to an end, by how. */
  runs: Counter<'state'>;
  upstream: UpstreamMetrics;
}

/** Makes the figures in a registry of their own. */
export function createMetrics({ entries }: Measured): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Among several workers, what all of them hold alike is not added up.
  const gauge = (name: string, help: string, read: () => number, aggregator: 'sum' | 'max' = 'sum') =>
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      collect() {
        this.set(read());
      },
    });
  gauge('dragoman_entries', 'Entries that can be found.', entries, 'max');
  gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Heap in use in bytes.', () => process.memoryUsage().heapUsed);
  gauge('process_cpu_seconds', 'Processor time spent, user and system, in seconds.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge('process_uptime_seconds', 'Seconds since the process started.', () => process.uptime(), 'max');
  return {
    registry,
    requests: new Tally(
      {
        name: 'dragoman_http_requests_total',
        help: 'Requests answered.',
        labelNames: ['method', 'route', 'status'],
      },
      registry,
    ),
    duration: new SpreadTally(
      {
        name: 'dragoman_http_request_duration_seconds',
        help: 'Time from the request to its answer.',
        labelNames: ['method', 'route'],
        bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      },
      registry,
    ),
    limited: new Counter({
      name: 'dragoman_rate_limited_total',
      help: 'Requests refused with 429.',
      labelNames: ['budget'],
      registers,
    }),
    auditDropped: new Counter({
      name: 'dragoman_audit_dropped_total',
      help: 'Audit records of refusals that were not written, because too many waited or the store failed.',
      registers,
    }),
    storeErrors: new Counter({
      name: 'dragoman_store_errors_total',
      help: 'Failures of the store.',
      labelNames: ['during'],
      registers,
    }),
    runs: new Counter({
      name: 'dragoman_runs_ended_total',
      help: 'Calls in the background that ended, by how.',
      labelNames: ['state'],
      registers,
    }),
    upstream: createUpstreamMetrics(registry),
  };
}
