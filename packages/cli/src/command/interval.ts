/** Intervals: `90s`, `15m`, `6h`, `1d`, or seconds. */
import { UsageError } from './usage-error.js';

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Parses an interval into seconds. */
export function readInterval(text: string): number {
  const [, digits, unit = 's'] = /^(\d{1,7})([smhd])?$/.exec(text) ?? [];
  const seconds = Number(digits) * (units[unit] ?? Number.NaN);
  if (seconds > 0) return seconds;
  throw new UsageError(`write an interval as 90s, 15m, 6h or 1d, not "${text}"`);
}

/** Formats an interval. */
export function writeInterval(seconds: number): string {
  const unit = Object.entries(units).findLast(([, size]) => seconds >= size && seconds % size === 0);
  return unit === undefined ? `${seconds}s` : `${seconds / unit[1]}${unit[0]}`;
}
