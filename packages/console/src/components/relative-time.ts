/** Times as people say them. */

const units: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A date with its time of day: `Nov 16, 16:09:33`; with the year when it is another one. */
export function dateText(at: string, now: Date = new Date()): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at.slice(0, 30);
  return time.toLocaleString('en', {
    ...(time.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}

/** A time relative to now: `5 minutes ago`, `in 2 hours`. */
export function relativeTime(at: string | undefined, now: number = Date.now()): string {
  if (at === undefined) return 'never';
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  if (Number.isNaN(seconds)) return at.slice(0, 30);
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  for (const [size, unit] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return 'now';
}

/** Seconds as an interval: `every 15 minutes`. */
export function intervalText(seconds: number): string {
  for (const [size, unit] of units) {
    if (seconds >= size && seconds % size === 0) {
      const count = seconds / size;
      return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
    }
  }
  return `every ${seconds} seconds`;
}

/** Milliseconds as the largest whole unit and the next one: `2 h 5 min`. */
export function spanText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}
