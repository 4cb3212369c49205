/** The metrics of jobs on third-party documents. */
import { MetricCounter, MetricGauge } from './metric-counter.js';
import type { MetricRegistry } from './metric-registry.js';

/** Values that the gauges read on a scrape. */
export interface MeasuredPool {
  waiting: number;
  threads: number;
}

/** The metrics. */
export interface DocumentMetrics {
  /** Jobs by the kind of thread that they ran on and by result. */
  jobs: MetricCounter<'job' | 'thread' | 'outcome'>;
  /** Sets the source of the gauges; they report 0 before. */
  watch(read: () => MeasuredPool): void;
}

/** Creates the metrics in the server's registry. */
export function createDocumentMetrics(registry: MetricRegistry): DocumentMetrics {
  let read: (() => MeasuredPool) | undefined;
  const gauge = (name: string, help: string, pick: (measured: MeasuredPool) => number) =>
    new MetricGauge(
      {
        name: `dragoman_document_${name}`,
        help,
        read: () => [{ labels: {}, value: read === undefined ? 0 : pick(read()) }],
      },
      registry,
    );
  gauge('jobs_waiting', 'Jobs on third-party documents that wait for a thread.', ({ waiting }) => waiting);
  gauge('threads', 'Worker threads for third-party documents.', ({ threads }) => threads);
  return {
    jobs: new MetricCounter(
      {
        name: 'dragoman_document_jobs_total',
        help: 'Jobs on third-party documents, by where they ran (main or thread) and by result.',
        labelNames: ['job', 'thread', 'outcome'],
      },
      registry,
    ),
    watch(source) {
      read = source;
    },
  };
}
