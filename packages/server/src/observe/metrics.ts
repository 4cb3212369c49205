/**
 * The Prometheus metrics. Labels come from the route list and fixed words; those with the names of services and
 * operations are bounded in number.
 */
import type { CallListener } from '@dragoman/core/engine';
import type { CallMetricsPorts } from './call-metrics.js';
import { createCallMetrics } from './call-metrics.js';
import type { DocumentMetrics } from './document-metrics.js';
import { createDocumentMetrics } from './document-metrics.js';
import { MetricCounter, MetricGauge, MetricHistogram } from './metric-counter.js';
import { MetricRegistry } from './metric-registry.js';
import { addProcessMetrics } from './process-metrics.js';
import type { ShareMetrics } from './share-metrics.js';
import { createShareMetrics } from './share-metrics.js';
import type { UpstreamMetrics } from './upstream-metrics.js';
import { createUpstreamMetrics } from './upstream-metrics.js';

/** What the metrics need. */
export interface MetricsPorts extends CallMetricsPorts {
  /** Entries in the index. */
  entries: () => number;
  /** Operations that wait for their vectors. */
  vectorsWaiting: () => number;
  /** Changed entries that the database has not indexed yet; 0 with an index in memory. */
  entriesWaiting: () => number;
  /** Number of entries that could not be indexed. */
  entriesSetAside: () => number;
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
  storeErrors: MetricCounter<'part' | 'kind'>;
  /** Background calls that this process completed, by result. */
  runs: MetricCounter<'state'>;
  upstream: UpstreamMetrics;
  documents: DocumentMetrics;
  shares: ShareMetrics;
  /** Counts a call by its service and operation. */
  noteCall: CallListener;
  /** Ends the measurement of the event loop. */
  close(): void;
}

/** Creates the metrics in their own registry. */
export function createMetrics({
  entries,
  vectorsWaiting,
  entriesWaiting,
  entriesSetAside,
  operations,
  callers,
  clock,
}: MetricsPorts): Metrics {
  const registry = new MetricRegistry();
  // Workers share these values, so that theirs are not added up.
  const gauge = (name: string, help: string, read: () => number) =>
    new MetricGauge({ name, help, aggregator: 'max', read: () => [{ labels: {}, value: read() }] }, registry);
  gauge('dragoman_entries', 'Entries that can be found.', entries);
  gauge('dragoman_vectors_waiting', 'Operations whose vectors are still being computed.', vectorsWaiting);
  gauge('dragoman_entries_waiting', 'Changed entries that the database has not indexed yet.', entriesWaiting);
  gauge('dragoman_entries_set_aside', 'Entries that the database could not index.', entriesSetAside);
  const close = addProcessMetrics(registry);
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
    storeErrors: counter(
      'store_errors_total',
      'Errors of the database, by part of the store and kind.',
      'part',
      'kind',
    ),
    runs: counter('runs_ended_total', 'Background calls that ended, by result.', 'state'),
    upstream: createUpstreamMetrics(registry),
    documents: createDocumentMetrics(registry),
    shares: createShareMetrics(registry),
    noteCall: createCallMetrics(registry, { operations, callers, clock }),
    close,
  };
}
