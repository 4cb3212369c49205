/** Usage of a service as lines: one value per period, zero where nothing was called. */
import type { ServiceUsage } from '@dragoman/sdk';

/** Periods that can be shown. */
export const ranges = {
  hour: { label: 'Last hour', step: 'minute', hours: 1 },
  day: { label: 'Last day', step: 'minute', hours: 24 },
  month: { label: 'Last month', step: 'hour', hours: 720 },
} as const;

/** A period. */
export type Range = keyof typeof ranges;

/** The lines of a service. */
export interface UsageSeries {
  /** Seconds since 1970. */
  times: number[];
  calls: number[];
  errors: number[];
  limited: number[];
  p50: (number | null)[];
  p95: (number | null)[];
}

const seconds = { minute: 60, hour: 3600 };

/** Periods drawn at most. */
const maxPeriods = 3000;

/** The lines between the start and the end of the usage. */
export function toSeries({ step, since, until, points }: ServiceUsage): UsageSeries {
  const width = seconds[step];
  const start = Math.floor(Date.parse(since) / 1000 / width) * width;
  const end = Math.floor(Date.parse(until) / 1000 / width) * width;
  const count = Math.min(Math.max(Math.floor((end - start) / width) + 1, 0), maxPeriods);
  const times = Array.from({ length: count }, (_, at) => start + at * width);
  const known = new Map(points.map((point) => [Math.floor(Date.parse(point.at) / 1000 / width) * width, point]));
  const counts = (name: 'calls' | 'errors' | 'limited') => times.map((time) => known.get(time)?.[name] ?? 0);
  return {
    times,
    calls: counts('calls'),
    errors: counts('errors'),
    limited: counts('limited'),
    p50: times.map((time) => known.get(time)?.p50_ms ?? null),
    p95: times.map((time) => known.get(time)?.p95_ms ?? null),
  };
}
