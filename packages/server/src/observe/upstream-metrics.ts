/** The figures of calls to upstreams. No label names an upstream: addresses come from strangers and have no end. */
import { MetricCounter, MetricGauge, MetricHistogram } from './metric-counter.js';
import type { MetricRegistry } from './metric-registry.js';

/** What the gauges look at when they are read. */
export interface MeasuredUpstream {
  active: number;
  queued: number;
  breakers: Readonly<Record<string, number>>;
}

/** The figures. */
export interface UpstreamMetrics {
  /** Calls by how they ended: `answered`, or the failure's code. */
  calls: MetricCounter<'outcome'>;
  /** Seconds from the call to the head of its answer. */
  duration: MetricHistogram<never>;
  retries: MetricCounter<'reason'>;
  /** Answers that broke off after their head. */
  broken: MetricCounter<'code'>;
  /** Breakers that changed, by their new state. */
  breakerChanges: MetricCounter<'state'>;
  /** Names what the gauges read; nothing is shown before. */
  watch(read: () => MeasuredUpstream): void;
}

/** Makes the figures in the server's registry. */
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
  gauge('active', 'Calls that are out.', (measured) => measured.active);
  gauge('queued', 'Calls that wait for a place.', (measured) => measured.queued);
  new MetricGauge(
    {
      name: 'dragoman_upstream_breakers',
      help: 'Known upstreams by the state of their breaker.',
      read: () => Object.entries(read?.().breakers ?? {}).map(([state, value]) => ({ labels: { state }, value })),
    },
    registry,
  );
  return {
    calls: counter('calls_total', 'Calls to upstreams by how they ended.', 'outcome'),
    duration: new MetricHistogram(
      {
        name: 'dragoman_upstream_duration_seconds',
        help: 'Time from the call to the head of its answer, retries and waiting included.',
        labelNames: [],
        bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      },
      registry,
    ),
    retries: counter('retries_total', 'Further tries of calls.', 'reason'),
    broken: counter('broken_answers_total', 'Answers that broke off after their head.', 'code'),
    breakerChanges: counter('breaker_changes_total', 'Breakers that changed, by their new state.', 'state'),
    watch(measured) {
      read = measured;
    },
  };
}
