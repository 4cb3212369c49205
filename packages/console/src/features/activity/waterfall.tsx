/** The spans of a trace on one time line. */
import { Badge } from '../../components/badge.js';
import { classNames } from '../../components/class-names.js';
import { durationText } from '../../components/duration-text.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { Timeline } from '../../components/timeline.js';
import { timelineRows } from '../../components/timeline-rows.js';
import { visibleText } from '../../components/visible-text.js';
import { CallOutcome, isErrorAnswer } from './call-outcome.js';
import { type TimeLine, type TraceSpan, timeMarks } from './trace-spans.js';

const bars = { done: 'bg-good', refused: 'bg-warn', failed: 'bg-bad', unknown: 'bg-note' };

/** Spans drawn at most; the others are counted. */
const maxSpans = 200;

/** Props of the waterfall. */
export interface WaterfallProps {
  line: TimeLine;
  /** Sequence number of the chosen step. */
  chosen: number | undefined;
  onChoose: (seq: number) => void;
}

/** The waterfall; each row is a button that shows its facts. */
export function Waterfall({ line, chosen, onChoose }: WaterfallProps) {
  const { spans, totalMs } = line;
  const place = (ms: number) => (totalMs === 0 ? 0 : (ms / totalMs) * 100);
  return (
    <div>
      <div aria-hidden className="flex text-xs text-faint">
        <span className="shrink-0 px-4 py-1.5 md:w-80">Started {line.startedAt.slice(11, 23)} UTC</span>
        <span className="relative mr-16 hidden flex-1 md:block">
          {timeMarks(totalMs).map((ms) => (
            <span
              key={ms}
              className={classNames(
                'absolute top-1.5 whitespace-nowrap tabular-nums',
                place(ms) > 95 && '-translate-x-full',
              )}
              style={{ left: `${place(ms)}%` }}
            >
              {ms === 0 ? '0' : durationText(ms)}
            </span>
          ))}
        </span>
      </div>
      <ol className="divide-y divide-line border-t border-line">
        {spans.slice(0, maxSpans).map((span) => (
          <li key={span.step.seq}>
            <SpanRow span={span} place={place} isChosen={chosen === span.step.seq} onChoose={onChoose} />
            {chosen === span.step.seq && <SpanParts span={span} totalMs={totalMs} />}
          </li>
        ))}
      </ol>
      {spans.length > maxSpans && (
        <p className="border-t border-line px-4 py-2 text-muted">
          {(spans.length - maxSpans).toLocaleString('en')} more records are in the audit log.
        </p>
      )}
    </div>
  );
}

/** Checks, tries and waits of the chosen call, on the same scale as the calls. */
function SpanParts({ span: { step, startMs, depth }, totalMs }: { span: TraceSpan; totalMs: number }) {
  const { timeline = [], operation = step.service } = step;
  if (timeline.length === 0) return null;
  return (
    <div className="bg-sunken py-2 pr-4" style={{ paddingLeft: `${depth * 16 + 32}px` }}>
      <Timeline
        label={`Parts of ${visibleText(operation, 120)}`}
        rows={timelineRows(timeline, startMs)}
        totalMs={totalMs}
        nameClassName="w-32 shrink-0 md:-mr-3 md:w-72"
      />
    </div>
  );
}

interface SpanRowProps {
  span: TraceSpan;
  place: (ms: number) => number;
  isChosen: boolean;
  onChoose: (seq: number) => void;
}

function SpanRow({ span, place, isChosen, onChoose }: SpanRowProps) {
  const { step, startMs, durationMs, depth } = span;
  const { action, service, caller, outcome, status, seq, tries = 0 } = step;
  const name = action === 'call' ? (step.operation ?? service) : action;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(seq)}
      className={classNames(
        'flex w-full items-center text-left focus-visible:-outline-offset-2',
        isChosen ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <span className="min-w-0 flex-1 px-4 py-2 md:w-80 md:flex-none" style={{ paddingLeft: `${depth * 16 + 16}px` }}>
        <span className="flex min-w-0 items-center gap-2">
          <CallOutcome outcome={outcome} status={status} />
          <ThirdPartyText text={name} limit={120} truncate className="min-w-0 font-medium" />
        </span>
        <span className="mt-0.5 flex min-w-0 items-center gap-2 text-sm text-muted">
          <ThirdPartyText text={service === '' ? caller : service} limit={120} truncate className="min-w-0" />
          {tries > 1 && <Badge tone="warn">{tries} tries</Badge>}
        </span>
      </span>
      <span aria-hidden className="relative hidden h-3 flex-1 md:block">
        <span
          className={classNames(
            'absolute inset-y-0 min-w-1 rounded-sm',
            isErrorAnswer({ outcome, status }) ? bars.refused : bars[outcome],
          )}
          style={{ left: `${place(startMs)}%`, width: `${place(durationMs)}%` }}
        />
      </span>
      <span className="w-16 shrink-0 pr-4 text-right text-sm text-muted tabular-nums">
        {action === 'call' ? durationText(durationMs) : ''}
      </span>
    </button>
  );
}
