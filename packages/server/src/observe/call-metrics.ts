/**
 * Calls by service and operation. Services come from third parties, so the number of label values is bounded: the first
 * operations that are called get labels of their own, the rest is counted as "other". An operation that nobody has
 * called for an hour gives up its labels to the next one.
 */
import type { CallListener } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
import type { Distribution } from './metric-counter.js';
import { MetricCounter, MetricHistogram } from './metric-counter.js';
import type { MetricRegistry } from './metric-registry.js';

/** Configuration of the metrics. */
export interface CallMetricsPorts {
  /** Maximum number of operations with labels of their own. */
  operations: number;
  /** True: calls are counted by caller too, and `operations` limits the pairs of both. */
  callers: boolean;
  clock: Clock;
}

/** Milliseconds without a call after which an operation gives up its labels. */
const idleMs = 3_600_000;

const other = 'other';

/** Milliseconds between two checks for such an operation. */
const checkEveryMs = 60_000;

type CallLabels = Record<'service' | 'operation' | 'caller', string>;

interface Series {
  labels: CallLabels;
  /** The counts by status, and the durations; looked up with the first call. */
  counts: Map<number, { value: number }>;
  durations: Distribution<string> | undefined;
  calledAt: number;
}

/** Creates the metrics; the result counts one call. */
export function createCallMetrics(
  registry: MetricRegistry,
  { operations, callers, clock }: CallMetricsPorts,
): CallListener {
  const labelNames = ['service', 'operation', ...(callers ? (['caller'] as const) : [])] as const;
  const calls = new MetricCounter(
    { name: 'dragoman_calls_total', help: 'Calls of operations by status.', labelNames: [...labelNames, 'status'] },
    registry,
  );
  const duration = new MetricHistogram(
    {
      name: 'dragoman_call_duration_seconds',
      help: 'Time from a call to its response or failure.',
      labelNames,
      bounds: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    },
    registry,
  );
  const rest = createSeries({ service: other, operation: other, caller: other });
  // By service, then by operation and caller: joining all of them for each call would cost more than the rest.
  const series = new Map<string, Map<string, Series>>();
  let size = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const add = (labels: CallLabels, key: string): Series | undefined => {
    if (size >= operations) dropIdle();
    if (size >= operations) return undefined;
    const added = createSeries(labels);
    const ofService = series.get(labels.service) ?? new Map<string, Series>();
    series.set(labels.service, ofService.set(key, added));
    size += 1;
    return added;
  };
  const dropIdle = () => {
    const now = clock.now();
    if (Math.abs(now - checkedAt) < checkEveryMs) return;
    checkedAt = now;
    for (const [service, ofService] of series) {
      for (const [key, { labels, calledAt }] of ofService) {
        if (now - calledAt < idleMs) continue;
        ofService.delete(key);
        if (ofService.size === 0) series.delete(service);
        size -= 1;
        const values = labelNames.map((name) => labels[name]);
        calls.remove(values);
        duration.remove(values);
      }
    }
  };
  return ({ target: service, actor: caller }, { operation, known, status, durationMs }) => {
    let each: Series | undefined;
    if (known && operation !== undefined) {
      const key = callers ? `${operation} ${caller}` : operation;
      each = series.get(service)?.get(key) ?? add({ service, operation, caller }, key);
    }
    each ??= rest;
    each.calledAt = clock.now();
    countOf(calls, each, status).value += 1;
    each.durations ??= duration.at(each.labels);
    duration.observeAt(each.durations, durationMs / 1000);
  };
}

function createSeries(labels: CallLabels): Series {
  return { labels, counts: new Map(), durations: undefined, calledAt: 0 };
}

function countOf(
  calls: MetricCounter<keyof CallLabels | 'status'>,
  { labels, counts }: Series,
  status: number,
): { value: number } {
  const known = counts.get(status);
  if (known !== undefined) return known;
  const count = calls.at({ ...labels, status: String(status) });
  counts.set(status, count);
  return count;
}
