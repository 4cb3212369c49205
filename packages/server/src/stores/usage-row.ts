/** Usage of a service as a row; the same columns in both databases. */
import type { UsagePoint, UsageStep } from '@dragoman/core/engine';
import { addUsage, noUsage, startOfPeriod, usageBounds } from '@dragoman/core/engine';
import { fromColumn, toColumn } from './column-text.js';

/** Names of the columns that are counted, in order. */
export const usageColumns: readonly string[] = [
  'calls',
  'errors',
  'refused',
  'limited',
  ...Array.from({ length: usageBounds.length + 1 }, (_, place) => `d${place}`),
];

/** A row; PostgreSQL returns 64-bit integers as text. */
export type UsageRow = Record<string, number | string> & { service: string; at: string };

/** Seconds of a period, as the column has them. */
export const stepSeconds: Readonly<Record<UsageStep, number>> = { minute: 60, hour: 3600 };

/** The rows to add for these points: one per service and period. */
export function usageRows(
  points: readonly UsagePoint[],
): { service: string; step: number; at: string; counts: number[] }[] {
  const sums = new Map<string, { step: UsageStep; point: UsagePoint }>();
  for (const { service, at, ...counts } of points) {
    for (const step of ['minute', 'hour'] as const) {
      const start = startOfPeriod(at, step);
      const key = JSON.stringify([service, step, start]);
      const sum = sums.get(key) ?? { step, point: { service, at: start, ...noUsage() } };
      addUsage(sum.point, counts);
      sums.set(key, sum);
    }
  }
  return [...sums.values()].map(({ step, point: { service, at, calls, errors, refused, limited, durations } }) => ({
    service: toColumn(service),
    step: stepSeconds[step],
    at,
    counts: [calls, errors, refused, limited, ...durations],
  }));
}

/** Converts a row to a point. */
export function toUsagePoint(row: UsageRow): UsagePoint {
  const count = (name: string) => Number(row[name] ?? 0);
  return {
    service: fromColumn(row.service),
    at: row.at,
    calls: count('calls'),
    errors: count('errors'),
    refused: count('refused'),
    limited: count('limited'),
    durations: Array.from({ length: usageBounds.length + 1 }, (_, place) => count(`d${place}`)),
  };
}

/** Converts a row of sums. */
export function toUsageTotal(row: UsageRow): Omit<UsagePoint, 'at' | 'durations'> {
  const { at: _at, durations: _durations, ...total } = toUsagePoint({ ...row, at: '' });
  return total;
}
