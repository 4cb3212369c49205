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

/** The time of an option as RFC 3339 in UTC: a time, or an interval back from now. */
export function readTime(name: string, text: string, now: number): string {
  if (/^\d{1,7}[smhd]$/.test(text)) return new Date(now - readInterval(text) * 1000).toISOString();
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  throw new UsageError(`--${name} takes a time such as 2026-03-01T09:30:00Z or an interval such as 15m, not "${text}"`);
}
