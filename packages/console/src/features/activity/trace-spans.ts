/** The steps of one trace on one time line; calls of a workflow are below it. */
import type { Trace, TraceStep } from '@dragoman/sdk';

/** One step with its place on the time line. */
export interface TraceSpan {
  step: TraceStep;
  /** Milliseconds since the start of the trace. */
  startMs: number;
  durationMs: number;
  /** 1 for a call of a workflow. */
  depth: number;
}

/** A trace on a time line. */
export interface TimeLine {
  spans: TraceSpan[];
  /** Start, RFC 3339. */
  startedAt: string;
  totalMs: number;
}

const positive = (value: number | undefined) =>
  value !== undefined && Number.isFinite(value) ? Math.max(value, 0) : 0;

/** Places the steps of a trace; undefined without steps. */
export function toTimeLine({ steps }: Pick<Trace, 'steps'>): TimeLine | undefined {
  if (steps.length === 0) return undefined;
  const placed = steps.map((step) => ({
    step,
    start: Date.parse(step.started_at),
    durationMs: positive(step.ms),
    depth: step.step === undefined ? 0 : 1,
  }));
  const first = Math.min(...placed.map(({ start }) => start));
  const last = Math.max(...placed.map(({ start, durationMs }) => start + durationMs));
  const spans = placed
    .sort((a, b) => a.start - b.start || a.depth - b.depth || a.step.seq - b.step.seq)
    .map(({ start, ...span }) => ({ ...span, startMs: start - first }));
  return { spans, startedAt: new Date(first).toISOString(), totalMs: last - first };
}

/** Round numbers for the marks of a time line: at most five, from 0. */
export function timeMarks(totalMs: number): number[] {
  if (totalMs <= 0) return [0];
  const rough = totalMs / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  return Array.from({ length: Math.floor(totalMs / step) + 1 }, (_, at) => at * step);
}
