/** The resources of the HTTP server that callers share. */
import type { Config } from '../config/config.js';
import type { ShareMetrics } from '../observe/share-metrics.js';
import { FairShare } from '../runtime/fair-share.js';
import { Turns } from './turns.js';

/** One share per resource. */
export interface Shares {
  /** Connections by client address. */
  connections: FairShare;
  /** Bytes of request bodies that have arrived; before authentication by client address. */
  buffers: FairShare;
  /** Requests in progress. */
  slots: FairShare;
  /** Responses that are streams of events. */
  streams: FairShare;
  /** The order in which requests start on the main thread. */
  turns: Turns;
  /** Ends the periods of the turns. */
  close(): void;
}

/** Milliseconds of a period in which callers are counted. */
const periodMs = 1000;

/** Creates the shares. */
export function createShares({ limits }: Config, metrics: ShareMetrics): Shares {
  const percent = limits.sharePercent;
  const share = (resource: string, capacity: number) => {
    const created = new FairShare({ capacity, percent, onRefused: metrics.onRefused(resource) });
    metrics.watch(resource, created);
    return created;
  };
  const slots = share('requests', limits.concurrency);
  const turns = new Turns({ slots, defer: setImmediate });
  const periods = setInterval(() => turns.startPeriod(), periodMs).unref();
  return {
    connections: share('connections', limits.connections),
    buffers: share('body_bytes', limits.bodyBufferBytes),
    slots,
    streams: share('streams', limits.streams),
    turns,
    close: () => clearInterval(periods),
  };
}
