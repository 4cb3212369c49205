/** Parts of something that took time, one below the other on one scale. */
import { classNames } from './class-names.js';
import { durationText } from './duration-text.js';

/** What takes the time of a part. */
export type TimelineKind = 'check' | 'work' | 'wait' | 'try';

/** One part. */
export interface TimelineRow {
  label: string;
  kind: TimelineKind;
  /** Milliseconds since the start of the scale. */
  startMs: number;
  ms: number;
  /** A status or a code. */
  result?: string;
  /** How it ended; parts without a result have none. */
  tone?: 'good' | 'warn' | 'bad';
}

/** Props of a timeline. */
export interface TimelineProps {
  label: string;
  rows: readonly TimelineRow[];
  /** Length of the scale in milliseconds. */
  totalMs: number;
  /** Classes of the column with the names. */
  nameClassName?: string;
}

const kinds: Readonly<Record<TimelineKind, string>> = {
  check: 'bg-note',
  work: 'bg-line-strong',
  wait: 'border border-dashed border-line-strong',
  try: 'bg-accent-fill',
};

const tones = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' };
const texts = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' };

/** The timeline. */
export function Timeline({ label, rows, totalMs, nameClassName = 'w-36 shrink-0 md:w-52' }: TimelineProps) {
  const place = (ms: number) => (totalMs <= 0 ? 0 : Math.min((ms / totalMs) * 100, 100));
  return (
    <ol aria-label={label} className="flex flex-col">
      {rows.map(({ label: name, kind, startMs, ms, result, tone }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one call have no other identity, and do not move
        <li key={at} className="flex items-center gap-3 py-0.5 text-sm">
          <span className={classNames('flex min-w-0 items-baseline gap-2', nameClassName)}>
            <span
              className={classNames(
                result === undefined ? 'min-w-0' : 'shrink-0 whitespace-nowrap',
                kind === 'try' ? 'text-text' : 'text-muted',
              )}
            >
              {name}
            </span>
            {result !== undefined && (
              <span className={classNames('min-w-0 truncate font-mono text-xs', tone !== undefined && texts[tone])}>
                {result}
              </span>
            )}
          </span>
          <span aria-hidden className="relative h-2 min-w-8 flex-1">
            <span
              className={classNames(
                'absolute inset-y-0 min-w-0.5 rounded-xs',
                tone === undefined ? kinds[kind] : tones[tone],
              )}
              style={{ left: `${place(startMs)}%`, width: `${place(ms)}%` }}
            />
          </span>
          <span className="w-16 shrink-0 text-right text-muted tabular-nums">{durationText(ms)}</span>
        </li>
      ))}
    </ol>
  );
}
