/** A share of a whole as a bar, with the figures as text beside it. */
import { classNames } from '../../components/class-names.js';

/** Percent from which a share needs attention, and from which it is nearly used up. */
const thresholds = { warn: 70, bad: 90 };

/** Props of a bar. */
export interface MeterProps {
  /** Name for screen readers. */
  label: string;
  percent: number;
  /** The figures. */
  text: string;
}

/** The bar. */
export function Meter({ label, percent, text }: MeterProps) {
  const shown = Math.min(100, Math.max(0, percent));
  const color = percent >= thresholds.bad ? 'bg-bad' : percent >= thresholds.warn ? 'bg-warn' : 'bg-accent';
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        role="meter"
        aria-label={label}
        aria-valuenow={Math.round(shown)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text}
        className="h-1.5 w-24 shrink-0 overflow-hidden rounded-full bg-sunken ring-1 ring-line sm:w-40"
      >
        <span className={classNames('block h-full rounded-full', color)} style={{ width: `${shown}%` }} />
      </span>
      <span className="w-32 text-sm whitespace-nowrap text-muted tabular-nums">{text}</span>
    </span>
  );
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes with a unit, at most one decimal. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${byteUnits[unit]}`;
}
