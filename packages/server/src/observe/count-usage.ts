/** Counts calls by service and minute, and adds the counts to the store now and then. */
import type { CallListener, UsagePoint, UsageStore } from '@dragoman/core/engine';
import { addUsage, durationClass, noUsage, startOfPeriod } from '@dragoman/core/engine';

/** Dependencies of the counter. */
export interface UsageCounterPorts {
  usage: Pick<UsageStore, 'add'>;
  onError: (error: unknown) => void;
  /** Milliseconds between two writes; ten seconds by default. */
  everyMs?: number;
}

/** Counts calls until it is closed. */
export interface UsageCounter {
  noteCall: CallListener;
  /** Adds what was counted to the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Maximum number of services and minutes between two writes; counts are kept when a write fails. */
const maxPoints = 20_000;

/** Starts to count. */
export function startUsageCounter({ usage, onError, everyMs = 10_000 }: UsageCounterPorts): UsageCounter {
  let points = new Map<string, Map<string, UsagePoint>>();
  let size = 0;
  const pointOf = (service: string, at: string): UsagePoint | undefined => {
    const minute = at.slice(0, 16);
    const minutes = points.get(service) ?? new Map<string, UsagePoint>();
    const known = minutes.get(minute);
    if (known !== undefined || size >= maxPoints) return known;
    const point = { service, at: startOfPeriod(at, 'minute'), ...noUsage() };
    points.set(service, minutes.set(minute, point));
    size += 1;
    return point;
  };
  const flush = async () => {
    if (size === 0) return;
    const [written, count] = [points, size];
    points = new Map();
    size = 0;
    try {
      await usage.add([...written.values()].flatMap((minutes) => [...minutes.values()]));
    } catch (error) {
      onError(error);
      // Counted since then in another map; what was not written is added with the next write.
      for (const [service, minutes] of points) written.set(service, merge(written.get(service), minutes));
      points = written;
      size += count;
    }
  };
  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    noteCall({ target, at, outcome }, { known, status, durationMs }) {
      const point = known ? pointOf(target, at) : undefined;
      if (point === undefined) return;
      point.calls += 1;
      if (outcome === 'refused') point.refused += 1;
      else if (outcome !== 'done' || status >= 500) point.errors += 1;
      if (status === 429) point.limited += 1;
      const place = durationClass(durationMs);
      point.durations[place] = (point.durations[place] ?? 0) + 1;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function merge(before: Map<string, UsagePoint> | undefined, more: Map<string, UsagePoint>): Map<string, UsagePoint> {
  if (before === undefined) return more;
  for (const [minute, point] of more) {
    const kept = before.get(minute);
    if (kept === undefined) before.set(minute, point);
    else addUsage(kept, point);
  }
  return before;
}
