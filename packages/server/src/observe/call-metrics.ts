/**
 * Calls by service and operation. Services come from third parties, so the number of label values is bounded: the first
 * operations that are called get labels of their own, the rest is counted as "other". An operation that nobody has
 * called for an hour gives up its labels to the next one.
 */
import type { CallListener } from '@dragoman/core/engine';
import type { Clock } from '@dragoman/core/http';
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

interface Series {
  labels: { service: string; operation: string; caller: string };
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
  const rest: Series = { labels: { service: other, operation: other, caller: other }, calledAt: 0 };
  // In the order of their last calls.
  const series = new Map<string, Series>();
  const find = (service: string, operation: string, caller: string): Series => {
    const key = `${service} ${operation}${callers ? ` ${caller}` : ''}`;
    const found = series.get(key) ?? add(key, { service, operation, caller });
    if (found === undefined) return rest;
    found.calledAt = clock.now();
    series.delete(key);
    series.set(key, found);
    return found;
  };
  const add = (key: string, labels: Series['labels']): Series | undefined => {
    if (operations === 0 || (series.size >= operations && !dropIdle())) return undefined;
    const added = { labels, calledAt: 0 };
    series.set(key, added);
    return added;
  };
  const dropIdle = (): boolean => {
    const [first] = series;
    if (first === undefined || clock.now() - first[1].calledAt < idleMs) return false;
    series.delete(first[0]);
    const values = labelNames.map((name) => first[1].labels[name]);
    calls.remove(values);
    duration.remove(values);
    return true;
  };
  return (draft, { operation, known, status, durationMs }) => {
    const { labels } = known && operation !== undefined ? find(draft.target, operation, draft.actor) : rest;
    calls.inc({ ...labels, status: String(status) });
    duration.observe(labels, durationMs / 1000);
  };
}
