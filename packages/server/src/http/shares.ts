/** The resources of the HTTP server that callers share. */
import type { Config } from '../config/config.js';
import type { ShareMetrics } from '../observe/share-metrics.js';
import { FairShare } from '../runtime/fair-share.js';
import { Slots } from './slots.js';
import { StalledReaders } from './stalled-readers.js';
import { Turns } from './turns.js';

/** One share per resource. */
export interface Shares {
  /** Connections by client address. */
  connections: FairShare;
  /** Bytes of request bodies that have arrived; before authentication by client address. */
  buffers: FairShare;
  /** Slots of requests in progress. */
  slots: Slots;
  /** Responses that are streams of events. */
  streams: FairShare;
  /** The order in which requests of callers start on the main thread. */
  turns: Turns;
  /** The order in which requests of addresses start, before their callers are known. */
  arrivals: Turns;
  /** Clients that do not read their responses. */
  readers: StalledReaders;
  /** Ends the periods of the turns. */
  close(): void;
}

/** Milliseconds of a period in which callers are counted. */
const periodMs = 1000;

function defer(next: () => void, ms = 0): void {
  if (ms === 0) setImmediate(next);
  else setTimeout(next, ms);
}

/** Creates the shares; `elapsed` are milliseconds of a monotonic clock. */
export function createShares({ limits }: Config, metrics: ShareMetrics, elapsed: () => number): Shares {
  const percent = limits.sharePercent;
  const share = (resource: string, capacity: number) => {
    const created = new FairShare({ capacity, percent, onRefused: metrics.onRefused(resource) });
    metrics.watch(resource, created);
    return created;
  };
  const slots = new Slots(share('requests', limits.concurrency));
  const busy = () => performance.eventLoopUtilization().active;
  const turns = new Turns({ slots: slots.share, defer, elapsed, busy });
  const connections = share('connections', limits.connections);
  const arrivals = new Turns({ slots: connections, defer, elapsed, busy });
  const periods = setInterval(() => {
    turns.startPeriod();
    arrivals.startPeriod();
  }, periodMs).unref();
  const reading = { bytesPerSecond: limits.responseBytesPerSecond, graceSeconds: limits.responseGraceSeconds };
  return {
    connections,
    buffers: share('body_bytes', limits.bodyBufferBytes),
    slots,
    streams: share('streams', limits.streams),
    turns,
    arrivals,
    readers: new StalledReaders(reading, metrics.onStalledReader),
    close: () => clearInterval(periods),
  };
}
