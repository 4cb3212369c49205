/** The limits of a decision drawn on a scale from 0 to 1, with one mark per candidate. */
import { classNames } from '../../components/class-names.js';
import { shortNumber } from './explain-decision.js';

/** A part of the scale. */
export interface ScaleZone {
  label: string;
  from: number;
  to: number;
  tone: 'good' | 'warn' | 'neutral';
}

/** One candidate on the scale. */
export interface ScaleMark {
  /** Its rank. */
  label: string;
  value: number;
}

/** Props of a scale. */
export interface DecisionScaleProps {
  title: string;
  zones: readonly ScaleZone[];
  marks: readonly ScaleMark[];
  /** A further value to compare with. */
  reference?: { label: string; value: number };
}

const zoneTones = { good: 'bg-good-soft text-good', warn: 'bg-warn-soft text-warn', neutral: 'bg-hover text-muted' };

/** Part of the scale that a mark needs. */
const markWidth = 0.08;

/** Part of the scale that a zone's label needs. */
const labelWidth = 0.14;

const percent = (value: number) => `${Math.min(Math.max(value, 0), 1) * 100}%`;

/** Marks in groups that do not overlap, from the highest value on. */
function groupMarks(marks: readonly ScaleMark[]): { label: string; value: number }[] {
  const groups: { members: ScaleMark[]; value: number }[] = [];
  for (const mark of [...marks].sort((a, b) => b.value - a.value)) {
    const last = groups.at(-1);
    if (last !== undefined && last.value - mark.value < markWidth) last.members.push(mark);
    else groups.push({ members: [mark], value: mark.value });
  }
  return groups.map(({ members, value }) => {
    const ranks = members.map(({ label }) => Number(label));
    const first = String(Math.min(...ranks));
    return { label: ranks.length === 1 ? first : `${first}+${ranks.length - 1}`, value };
  });
}

/** The scale. */
export function DecisionScale({ title, zones, marks, reference }: DecisionScaleProps) {
  const spoken = [
    ...zones.map(({ label, from, to }) => `${label} from ${shortNumber(from)} to ${shortNumber(to)}`),
    ...marks.map(({ label, value }) => `candidate ${label}: ${shortNumber(value)}`),
  ].join('; ');
  return (
    <figure role="img" aria-label={`${title}: ${spoken}`} className="min-w-0 flex-1 basis-72">
      <div aria-hidden>
        <p className="text-sm font-medium text-muted">{title}</p>
        <div className="relative mx-2 mt-1 h-6">
          {groupMarks(marks).map(({ label, value }) => (
            <span
              key={label}
              className="absolute bottom-1 flex h-4 min-w-4 -translate-x-1/2 items-center justify-center rounded-full bg-accent-fill px-1 text-xs font-semibold text-on-accent tabular-nums"
              style={{ left: percent(value) }}
            >
              {label}
            </span>
          ))}
        </div>
        <div className="relative mx-2 h-6 overflow-hidden rounded">
          {zones.map(({ label, from, to, tone }) => (
            <span
              key={label}
              className={classNames(
                'absolute inset-y-0 flex items-center justify-center overflow-hidden border-r-2 border-surface text-xs font-medium last:border-r-0',
                zoneTones[tone],
              )}
              style={{ left: percent(from), width: percent(to - from) }}
            >
              {to - from >= labelWidth ? label : ''}
            </span>
          ))}
        </div>
        <div
          className={`relative mx-2 mt-0.5 text-xs text-faint tabular-nums ${reference === undefined ? 'h-4' : 'h-8'}`}
        >
          <span className="absolute left-0">0</span>
          <span className="absolute right-0">1</span>
          {zones.slice(1).map(({ label, from }) => (
            <span
              key={label}
              className={classNames('absolute -translate-x-1/2', from < 0.04 ? 'hidden' : '')}
              style={{ left: percent(from) }}
            >
              {shortNumber(from)}
            </span>
          ))}
          {reference !== undefined && (
            <span
              className="absolute top-4 -translate-x-1/2 whitespace-nowrap"
              style={{ left: percent(reference.value) }}
            >
              ↑ {reference.label}
            </span>
          )}
        </div>
      </div>
    </figure>
  );
}
