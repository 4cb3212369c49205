/** The resources of the HTTP server that callers share. */
import type { Config } from '../config/config.js';
import type { ShareMetrics } from '../observe/share-metrics.js';
import { FairShare } from '../runtime/fair-share.js';

/** One share per resource. */
export interface Shares {
  /** Connections by client address. */
  connections: FairShare;
  /** Bytes of request bodies that have arrived; before authentication by client address. */
  buffers: FairShare;
  /** Requests in progress. */
  slots: FairShare;
}

/** Creates the shares. */
export function createShares({ limits }: Config, metrics: ShareMetrics): Shares {
  const share = (resource: string, capacity: number) =>
    metrics.watch(resource, (onRefused) => new FairShare({ capacity, percent: limits.sharePercent, onRefused }));
  return {
    connections: share('connections', limits.connections),
    buffers: share('body_bytes', limits.bodyBufferBytes),
    slots: share('requests', limits.concurrency),
  };
}
