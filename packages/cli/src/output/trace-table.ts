/** The calls of a trace, and the checks, tries and waits of each, as tables. */
import type { Trace, TracePart, TraceStep } from '@dragoman/sdk';
import { labelParts } from '@dragoman/sdk';
import type { Paintable, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';
import { printPayload } from './captured-payload.js';

/** Calls whose timeline is shown at most. */
const maxTimelines = 20;

/** Columns of a bar. */
const barWidth = 20;

/** Prints a trace. */
export function printTrace(print: Printer, { steps, problems, is_cut: isCut }: Trace): void {
  const { color } = print;
  const start = Math.min(...steps.map((step) => Date.parse(step.started_at)));
  if (steps.length > 0) print.out(line`Started ${new Date(start).toISOString()}`);
  print.table(
    [
      { title: 'at' },
      { title: 'took' },
      { title: 'service' },
      { title: 'operation', min: 12 },
      { title: 'outcome', min: 12 },
      { title: 'tries' },
    ],
    steps.map((step) => [
      duration(Date.parse(step.started_at) - start),
      step.ms === undefined ? '' : duration(step.ms),
      step.service,
      operationOf(step),
      outcomeOf(step, color),
      step.tries === undefined ? '' : String(step.tries),
    ]),
  );
  const timed = steps.filter(({ timeline = [] }) => timeline.length > 0);
  for (const step of timed.slice(0, maxTimelines)) {
    printTimeline(print, step);
    if (step.payload !== undefined) printPayload(print, step.payload);
  }
  if (timed.length > maxTimelines) {
    print.note(line`The timelines of ${timed.length - maxTimelines} more calls are shown with --json.`);
  }
  for (const { code, meaning, what_to_do, fixed_by } of problems) {
    print.out(line`${color.bad(code)}  ${meaning} ${what_to_do} Fixed by: ${fixed_by}.`);
  }
  if (isCut) print.note(line`The trace has more records; dragoman audit list --trace shows all.`);
}

function printTimeline(print: Printer, step: TraceStep): void {
  const { timeline = [], ms = 0 } = step;
  print.out(line``);
  print.out(print.color.strong(`${step.service} ${operationOf(step)}`));
  // Programs that read a pipe have the numbers.
  const hasBars = Number.isFinite(print.width);
  const rows = labelParts(timeline).map((part): Paintable[] => {
    const row = [duration(part.start_ms), duration(part.ms), part.label, resultOf(part, print.color)];
    return hasBars ? [...row, barOf(part, ms, print.color)] : row;
  });
  const titles = ['at', 'took', 'part', 'result', ...(hasBars ? [''] : [])];
  print.table(
    titles.map((title) => ({ title })),
    rows,
  );
}

function operationOf({ action, operation = action, workflow, step = '' }: TraceStep): string {
  return workflow === undefined ? operation : `${operation} (step ${step} of ${workflow})`;
}

function outcomeOf({ outcome, code, upstream_status: status }: TraceStep, color: Palette): Paintable {
  if (outcome !== 'done') return color.bad(`${outcome} ${code}`.trim());
  return status !== undefined && status >= 400 ? color.warning(`done, service: ${status}`) : color.good(outcome);
}

function resultOf({ kind, status, code }: TracePart, color: Palette): Paintable {
  if (code !== undefined) return color.bad(code);
  if (status === undefined) return kind === 'check' ? color.good('passed') : '';
  return status >= 400 ? color.warning(status) : color.good(status);
}

/** The place of a part in its call; at least one column. */
function barOf({ kind, start_ms: start, ms }: TracePart, total: number, color: Palette): Paintable {
  const columns = (value: number) => Math.round((total <= 0 ? 0 : value / total) * barWidth);
  const from = Math.min(columns(start), barWidth - 1);
  const to = Math.min(Math.max(columns(start + ms), from + 1), barWidth);
  const bar = (kind === 'wait' ? '░' : '█').repeat(to - from);
  const painted = kind === 'try' ? color.name(bar) : color.faint(bar);
  return line`${color.faint('·'.repeat(from))}${painted}`;
}

function duration(ms: number): string {
  if (ms > 0 && ms < 0.1) return '<0.1 ms';
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en')} ms`;
}
