/** How often: `90s`, `15m`, `6h`, `1d`, or seconds. */
import { UsageError } from './command.js';

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds of an interval as people write it. */
export function readInterval(text: string): number {
  const [, digits, unit = 's'] = /^(\d{1,7})([smhd])?$/.exec(text) ?? [];
  const seconds = Number(digits) * (units[unit] ?? Number.NaN);
  if (seconds > 0) return seconds;
  throw new UsageError(`an interval is written 90s, 15m, 6h or 1d, not "${text}"`);
}

/** An interval as people read it. */
export function writeInterval(seconds: number): string {
  const unit = Object.entries(units).findLast(([, size]) => seconds >= size && seconds % size === 0);
  return unit === undefined ? `${seconds}s` : `${seconds / unit[1]}${unit[0]}`;
}
