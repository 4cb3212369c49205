/** The metrics of upstream calls. No label names an upstream: addresses are untrusted input and unbounded. */
import { MetricCounter, MetricGauge, MetricHistogram } from './metric-counter.js';
import type { MetricRegistry } from './metric-registry.js';

/** Values that the gauges read on a scrape. */
export interface MeasuredUpstream {
  active: number;
  queued: number;
  breakers: Readonly<Record<string, number>>;
}

/** The metrics. */
export interface UpstreamMetrics {
  /** Calls by result: `answered`, or the failure's code. */
  calls: MetricCounter<'outcome'>;
  /** Seconds from the call to the head of its response. */
  duration: MetricHistogram<never>;
  retries: MetricCounter<'reason'>;
  /** Responses that were aborted after their head. */
  broken: MetricCounter<'code'>;
  /** Breaker state changes, by new state. */
  breakerChanges: MetricCounter<'state'>;
  /** Sets the source of the gauges; they report nothing before. */
  watch(read: () => MeasuredUpstream): void;
}

/** Creates the metrics in the server's registry. */
export function createUpstreamMetrics(registry: MetricRegistry): UpstreamMetrics {
  let read: (() => MeasuredUpstream) | undefined;
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new MetricCounter<L>({ name: `dragoman_upstream_${name}`, help, labelNames }, registry);
  const gauge = (name: string, help: string, pick: (measured: MeasuredUpstream) => number) =>
    new MetricGauge(
      {
        name: `dragoman_upstream_${name}`,
        help,
        read: () => [{ labels: {}, value: read === undefined ? 0 : pick(read()) }],
      },
      registry,
    );
  gauge('active', 'Calls in progress.', (measured) => measured.active);
  gauge('queued', 'Calls waiting for a slot.', (measured) => measured.queued);
  new MetricGauge(
    {
      name: 'dragoman_upstream_breakers',
      help: 'Known upstreams by the state of their breaker.',
      read: () => Object.entries(read?.().breakers ?? {}).map(([state, value]) => ({ labels: { state }, value })),
    },
    registry,
  );
  return {
    calls: counter('calls_total', 'Calls to upstreams by result.', 'outcome'),
    duration: new MetricHistogram(
      {
        name: 'dragoman_upstream_duration_seconds',
        help: 'Time from the call to the head of its response, including retries and waiting.',
        labelNames: [],
        bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      },
      registry,
    ),
    retries: counter('retries_total', 'Retries of calls.', 'reason'),
    broken: counter('broken_answers_total', 'Responses that were aborted after their head.', 'code'),
    breakerChanges: counter('breaker_changes_total', 'Breaker state changes, by new state.', 'state'),
    watch(measured) {
      read = measured;
    },
  };
}
