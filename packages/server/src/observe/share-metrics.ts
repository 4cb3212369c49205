/** The metrics of resources that callers share. No label names a caller. */

import { MetricCounter, MetricGauge } from './metric-counter.js';
import type { MetricRegistry } from './metric-registry.js';

/** Values that the gauges read on a scrape. */
export interface MeasuredShare {
  readonly capacity: number;
  readonly inUse: number;
  readonly callers: number;
}

/** The metrics. */
export interface ShareMetrics {
  /** The function that counts refusals of a resource. */
  onRefused(resource: string): () => void;
  /** Sets the share whose use the gauges report for a resource. */
  watch(resource: string, share: MeasuredShare): void;
  /** Counts a connection that was closed because its client did not read. */
  onStalledReader(): void;
}

/** Creates the metrics in the server's registry. */
export function createShareMetrics(registry: MetricRegistry): ShareMetrics {
  const shares = new Map<string, MeasuredShare>();
  const gauge = (name: string, help: string, pick: (share: MeasuredShare) => number) =>
    new MetricGauge(
      {
        name: `dragoman_share_${name}`,
        help,
        read: () => [...shares].map(([resource, share]) => ({ labels: { resource }, value: pick(share) })),
      },
      registry,
    );
  gauge('capacity', 'Units of a resource that callers share.', (share) => share.capacity);
  gauge('in_use', 'Units in use.', (share) => share.inUse);
  gauge('callers', 'Callers that use the resource.', (share) => share.callers);
  const refused = new MetricCounter<'resource'>(
    {
      name: 'dragoman_share_refused_total',
      help: 'Requests rejected or queued because their caller used its share of a resource.',
      labelNames: ['resource'],
    },
    registry,
  );
  const stalled = new MetricCounter<never>(
    {
      name: 'dragoman_stalled_readers_total',
      help: 'Connections closed because the client did not read its response at the minimum rate.',
      labelNames: [],
    },
    registry,
  );
  return {
    onStalledReader: () => stalled.inc({}),
    onRefused: (resource) => () => refused.inc({ resource }),
    watch: (resource, share) => void shares.set(resource, share),
  };
}
